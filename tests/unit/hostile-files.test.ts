/**
 * What reads bytes and texts from outside never breaks, whatever they are: it reads them, or says what is wrong. `npm run
 * fuzz` does the same at length, from its own seed.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { askedNumbers } from '#domain/catalogue/number-search.ts';
import { normaliseNumber, numberSlugOf } from '#domain/catalogue/part-number.ts';
import { tokensOf } from '#domain/catalogue/search-tokens.ts';
import { decodeCursor, decodeMomentCursor } from '#domain/paging.ts';
import { checkDigitOf, isVin, normaliseVin, yearsOfVin } from '#domain/vehicles/vin.ts';
import { stripePayments } from '#server/adapters/payments/stripe.ts';
import { readCsv } from '#server/catalogue/import/csv-file.ts';
import { recognise, whyNotRecognised } from '#server/catalogue/import/recognise.ts';
import { asUtf8 } from '#server/catalogue/import/text-bytes.ts';
import { UnreadableXml, type XmlElement, xmlRecords } from '#server/catalogue/import/xml-records.ts';
import { hidesAnotherFile, imageKindOf, otherKindOf } from '#server/images/image-kind.ts';

const LONG = process.env.FUZZ_REQUESTS !== undefined;
const run = {
  numRuns: LONG ? 20_000 : 150,
  ...(process.env.FUZZ_SEED === undefined ? {} : { seed: Number(process.env.FUZZ_SEED) }),
};
const PATIENCE_MS = LONG ? 3_600_000 : 20_000;

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('', '\0', '\ud800', '％', '../', "'--", '１２３', 'ß'.repeat(300), '~'.repeat(50)),
);

/** Files in pieces of any length, as a network gives them. */
async function* inPieces(bytes: Uint8Array, sizes: readonly number[]) {
  let at = 0;
  for (let piece = 0; at < bytes.byteLength; piece += 1) {
    const to = at + (sizes[piece % Math.max(1, sizes.length)] ?? bytes.byteLength);
    yield bytes.subarray(at, to);
    at = to;
  }
}
const pieceSizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });

const cell = fc.oneof(
  anyText,
  fc.constantFrom(
    '',
    '"',
    '""',
    '"a',
    'a"b',
    ',',
    ';',
    '\r',
    '\n',
    '\t',
    "'=1+1",
    '=1+1',
    '\ufeff',
    '1e999',
    '-0',
  ),
);
const csvBytes = fc.oneof(
  fc.uint8Array({ maxLength: 400 }),
  fc
    .tuple(
      fc.constantFrom(
        'sku,price\n',
        'sku;price\r\n',
        '"sku"\t"price"\n',
        'sep=;\nsku;price\n',
        '\ufeffsku,price\n',
        'price\n',
        '',
      ),
      fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 6 }),
      fc.constantFrom('utf8' as const, 'utf16le' as const, 'latin1' as const),
    )
    .map(
      ([head, rows, encoding]) =>
        new Uint8Array(Buffer.from(head + rows.map((row) => row.join(',')).join('\n'), encoding)),
    ),
);
const Priced = z.object({ sku: z.string().max(40), price: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/) });

describe('a CSV file', () => {
  test(
    'gives rows that fit their schema, or says what is wrong and where',
    async () => {
      await fc.assert(
        fc.asyncProperty(csvBytes, pieceSizes, async (bytes, sizes) => {
          for await (const row of readCsv(
            asUtf8(inPieces(bytes, sizes), () => {}),
            Priced,
          )) {
            if ('row' in row) expect(Priced.safeParse(row.row).success).toBe(true);
            else for (const error of row.errors) expect(error.message).not.toBe('');
          }
        }),
        run,
      );
    },
    PATIENCE_MS,
  );

  test(
    'is recognised or not, with a reason',
    () => {
      fc.assert(
        fc.property(fc.oneof(csvBytes, fc.uint8Array()), (bytes) => {
          if (recognise(bytes, undefined) === undefined) expect(whyNotRecognised(bytes)).toMatch(/\.$/);
        }),
        run,
      );
    },
    PATIENCE_MS,
  );
});

async function recordsOf(
  bytes: Uint8Array,
  sizes: readonly number[] = [64],
): Promise<XmlElement[] | UnreadableXml> {
  const records: XmlElement[] = [];
  try {
    for await (const record of xmlRecords(inPieces(bytes, sizes), new Set(['App', 'Item'])))
      records.push(record);
    return records;
  } catch (error) {
    if (error instanceof UnreadableXml) return error;
    throw error;
  }
}

const xmlPiece = fc.oneof(
  fc.constantFrom(
    '<App>',
    '</App>',
    '<Item/>',
    '<a b="c">',
    '</a>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<?x ?>',
    '&lt;',
    '&#x0;',
    '&#xD800;',
    '&#1114112;',
    '&a;',
    '&',
    '<',
    '>',
    '"',
    '<!DOCTYPE a>',
    '<!ENTITY a "b">',
    ' xmlns:a="b"',
    '<a:App>',
    '\ufeff',
    '<?xml version="1.0" encoding="utf-7"?>',
    '<?xml version="1.0" encoding="utf-16"?>',
  ),
  anyText,
);

describe('an XML file', () => {
  test(
    'gives records, or says that it is none',
    async () => {
      const files = fc.oneof(
        fc
          .array(xmlPiece, { maxLength: 14 })
          .map((pieces) => new Uint8Array(Buffer.from(`<ACES>${pieces.join('')}</ACES>`))),
        fc.array(xmlPiece, { maxLength: 8 }).map((pieces) => new Uint8Array(Buffer.from(pieces.join('')))),
        fc.uint8Array({ maxLength: 200 }),
      );
      await fc.assert(
        fc.asyncProperty(files, pieceSizes, async (bytes, sizes) => {
          const records = await recordsOf(bytes, sizes);
          if (records instanceof UnreadableXml) expect(records.line).toBeGreaterThan(0);
        }),
        run,
      );
    },
    PATIENCE_MS,
  );

  const laughs = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  ).join('');
  test.each([
    [
      'of entities that are entities',
      `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><ACES><App>&l9;</App></ACES>`,
    ],
    [
      'of an entity that is a file',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><ACES><App>&x;</App></ACES>`,
    ],
    [
      'of an entity that is an address',
      `<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1/">]><ACES><App>&x;</App></ACES>`,
    ],
    ['of parameter entities', `<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/a.dtd"> %p;]><ACES/>`],
    ['of a type that is elsewhere', `<!DOCTYPE ACES SYSTEM "http://127.0.0.1/aces.dtd"><ACES/>`],
    ['of an entity that nobody said', '<ACES><App>&secret;</App></ACES>'],
  ])('%s is refused before anything of it is believed', async (_what, text) => {
    expect(await recordsOf(Buffer.from(text))).toBeInstanceOf(UnreadableXml);
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(await recordsOf(wide)).toBeInstanceOf(UnreadableXml);
  });

  test.each([
    ['depth', `<ACES><App>${'<a>'.repeat(1_000)}`],
    ['elements', `<ACES><App>${'<a/>'.repeat(30_000)}</App></ACES>`],
    ['text', `<ACES><App>${'x'.repeat(300_000)}</App></ACES>`],
    ['attributes', `<ACES><App ${Array.from({ length: 60 }, (_, at) => `a${at}="1"`).join(' ')}/></ACES>`],
  ])('of too much %s is refused', async (_what, text) => {
    expect(await recordsOf(Buffer.from(text), [65_536])).toBeInstanceOf(UnreadableXml);
  });
});

test(
  'a cursor is one of ours, or none',
  () => {
    const cursors = fc.oneof(
      anyText,
      fc.tuple(anyText, anyText).map((parts) => parts.join('~')),
    );
    fc.assert(
      fc.property(cursors, (text) => {
        const place = decodeMomentCursor(text);
        if (place !== undefined) {
          expect(new Date(place.moment).toISOString()).toBe(place.moment);
          expect(place.id).toMatch(/^[0-9a-f-]{36}$/);
        }
        for (const length of [1, 2, 3]) expect(decodeCursor(text, length)?.length ?? length).toBe(length);
      }),
      run,
    );
  },
  PATIENCE_MS,
);

test(
  'a vehicle’s number is one, or none',
  () => {
    const vins = fc.oneof(
      anyText,
      fc.stringMatching(/^[A-HJ-NPR-Z0-9]{15,18}$/),
      fc.stringMatching(/^[0-9ioqIOQ -]{17,20}$/),
    );
    fc.assert(
      fc.property(vins, (text) => {
        const vin = normaliseVin(text);
        expect(normaliseVin(vin)).toBe(vin);
        if (!isVin(vin)) return;
        expect(['right', 'wrong', 'none']).toContain(checkDigitOf(vin));
        for (const year of yearsOfVin(vin, 2027)) expect(year).toBeLessThanOrEqual(2027);
      }),
      run,
    );
  },
  PATIENCE_MS,
);

test(
  'a part’s number is compared by the same letters however often it is normalised',
  () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const normal = normaliseNumber(text);
        expect(normaliseNumber(normal)).toBe(normal);
        expect(numberSlugOf(text)).toMatch(/^[a-z0-9%._~-]*$/i);
        expect(Array.isArray(tokensOf(text))).toBe(true);
        expect(askedNumbers(text).whole.length).toBeLessThan(50);
      }),
      run,
    );
  },
  PATIENCE_MS,
);

test(
  'a picture is told by its bytes, and never by what they might be',
  () => {
    const starts = [
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      'RIFF0000WEBP',
      '\0\0\0\x20ftypavif',
      '\0\0\0\0ftyp',
      '\xff\xff\xff\xffftypavis',
      'GIF8',
      '<svg',
    ];
    const files = fc
      .tuple(fc.constantFrom('', ...starts), fc.uint8Array({ maxLength: 100 }))
      .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]));
    fc.assert(
      fc.property(files, (bytes) => {
        const kind = imageKindOf(bytes);
        if (kind === undefined) otherKindOf(bytes);
        expect(typeof hidesAnotherFile(bytes)).toBe('boolean');
      }),
      run,
    );
  },
  PATIENCE_MS,
);

const SECRET = 'whsec_of_this_test';
const payments = stripePayments({
  secretKey: 'sk_test_1',
  publishableKey: 'pk_test_1',
  webhookSecret: SECRET,
});
const sign = (payload: Uint8Array, secret: string, atSeconds = Math.floor(Date.now() / 1000)) =>
  `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.`).update(payload).digest('hex')}`;

test(
  'a webhook is believed for its signature alone, and then only as an event',
  async () => {
    const bodies = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }),
      fc
        .record({
          id: fc.jsonValue(),
          object: fc.constant('event'),
          type: fc.jsonValue(),
          data: fc.record({ object: fc.jsonValue() }),
        })
        .map((event) => Buffer.from(JSON.stringify(event))),
    );
    const forged = fc.oneof(
      anyText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, '')),
      fc.constantFrom('t=0,v1=', 't=,v1=0', 'v1=0', `t=${Date.now()}`, 't=1e9,v0=00'),
    );
    await fc.assert(
      fc.asyncProperty(bodies, forged, async (bytes, signature) => {
        expect(await payments.parseWebhook(bytes, signature)).toBe('bad-signature');
        expect(await payments.parseWebhook(bytes, undefined)).toBe('bad-signature');
        expect(await payments.parseWebhook(bytes, sign(bytes, 'whsec_of_another'))).toBe('bad-signature');
        expect(await payments.parseWebhook(bytes, sign(bytes, SECRET, 1_000_000_000))).toBe('bad-signature');
        const signed = await payments.parseWebhook(bytes, sign(bytes, SECRET));
        if (signed !== 'bad-signature') expect(typeof signed.type).toBe('string');
      }),
      { ...run, numRuns: Math.ceil(run.numRuns / 3) },
    );
  },
  PATIENCE_MS,
);
