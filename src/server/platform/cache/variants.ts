/** One answer as it is sent: its bytes, plain and compressed, with the headers that go with each. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompressSync } from 'node:zlib';
import { entityTagOf, matchesTag } from '../serve/answer.ts';

const toGzip = promisify(gzip);
const compressToBrotli = promisify(brotliCompress);
const {
  BROTLI_PARAM_QUALITY,
  BROTLI_PARAM_LGWIN,
  BROTLI_PARAM_SIZE_HINT,
  BROTLI_MIN_WINDOW_BITS,
  BROTLI_MAX_WINDOW_BITS,
  ZSTD_c_hashLog,
  ZSTD_c_chainLog,
} = constants;
/** Of a list of parts in 1 ms: the next step is a twelfth smaller and takes twice as long. What is asked for again is squeezed anyway. */
const QUICK = 4;
/** A sixth smaller than quick, and thirty times as long in the making: 40 ms or more for a list of parts. */
const THOROUGH = 10;
/** Zstd takes a fifth of brotli's time for a twenty-fifth more: a list of parts is made in 0.2 ms, less than a thread costs. */
const AT_ONCE_TO_BYTES = 300_000;
/** Tables of 32 kB: with the library's own, of some hundred, a list of parts is smaller by 0.4 %. */
const ZSTD_TABLE_BITS = 13;
/** Less than this fits into one packet anyway. */
const COMPRESSED_FROM_BYTES = 1_000;
/** What is larger would take too long to be squeezed. */
const SQUEEZED_TO_BYTES = 300_000;
/** Text of any kind; pictures are compressed as they are. */
const COMPRESSIBLE = /^(text\/|application\/([\w.-]+\+)?(json|xml))/;

/** Who reads zstd reads brotli, too. */
export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity';

/** Bytes in one encoding. `head` is a list of names and values by turns, as Node takes it. */
export type Variant = {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly head: readonly string[];
  /** The head of 304, which has no body to speak of. */
  readonly headUnchanged: readonly string[];
};

export type Variants = {
  /** The best that has been made for who reads this encoding. */
  made(encoding: Encoding): Variant | undefined;
  /** The same, made where there is none, once. */
  make(encoding: Encoding): Promise<Variant>;
  /** Makes what browsers get smaller, which pays where it is sent again and again. */
  squeeze(): Promise<void>;
  /** Whether an `If-None-Match` names it, in any encoding. */
  isKnownAs(ifNoneMatch: string): boolean;
  /** Of all variants that were made. */
  byteLength(): number;
};

/** An answer, before it is known in which encoding it is sent. */
export type PlainAnswer = {
  readonly bytes: Buffer<ArrayBuffer>;
  /** Their entity tag, another for other bytes; made from all of them, unless told. */
  readonly tag?: string | undefined;
  /** By their names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
};

/** Its headers get those that depend on the encoding. */
export function variantsOf({ bytes, headers, ...told }: PlainAnswer): Variants {
  const tag = told.tag ?? headers.get('etag') ?? entityTagOf(bytes);
  const isCompressible =
    bytes.length >= COMPRESSED_FROM_BYTES && COMPRESSIBLE.test(headers.get('content-type') ?? '');
  const tagOf = (ending: string) => tag.replace(/"$/, `${ending}"`);
  const tags = {
    identity: tag,
    gzip: tagOf('-gzip'),
    zstd: tagOf('-zstd'),
    br: tagOf('-br'),
    squeezed: tagOf('-br10'),
  };
  const allTags = Object.values(tags);
  // Browsers send the one that they were given; whoever sends several has them looked through.
  const known = new Set(allTags);
  const variants = new Map<keyof typeof tags, Variant>([['identity', variantOf('identity', bytes, tag)]]);
  const making = new Map<Encoding, Promise<Variant>>();

  function variantOf(encoding: Encoding, encoded: Buffer<ArrayBuffer>, etag: string): Variant {
    const own = new Map(headers);
    own.delete('content-length');
    own.set('etag', etag);
    if (isCompressible) own.set('vary', [headers.get('vary'), 'accept-encoding'].filter(Boolean).join(', '));
    const headUnchanged = [...own].filter(([name]) => name !== 'content-type').flat();
    own.set('content-length', String(encoded.length));
    if (encoding !== 'identity') own.set('content-encoding', encoding);
    return { bytes: encoded, head: [...own].flat(), headUnchanged };
  }

  /** The encoding in which it is made for who reads this one. */
  function madeAs(encoding: Encoding): Encoding {
    if (!isCompressible) return 'identity';
    return encoding === 'zstd' && bytes.length > AT_ONCE_TO_BYTES ? 'br' : encoding;
  }

  function madeFor(encoding: Encoding): Variant | undefined {
    const smallest = readsBrotli(encoding) ? variants.get('squeezed') : undefined;
    return smallest ?? variants.get(madeAs(encoding));
  }

  function note(encoding: Exclude<Encoding, 'identity'>, encoded: Buffer<ArrayBuffer>): Variant {
    const variant = variantOf(encoding, encoded, tags[encoding]);
    variants.set(encoding, variant);
    return variant;
  }

  async function compress(to: 'br' | 'gzip'): Promise<Variant> {
    return note(to, to === 'br' ? await toBrotli(bytes, QUICK) : await toGzip(bytes));
  }

  async function make(encoding: Encoding): Promise<Variant> {
    const made = madeFor(encoding);
    if (made !== undefined) return made;
    const to = madeAs(encoding);
    if (to === 'identity') throw new Error('plain bytes are always there');
    if (to === 'zstd') return note(to, toZstd(bytes));
    const under = making.get(to) ?? compress(to).finally(() => making.delete(to));
    making.set(to, under);
    return under;
  }

  return {
    made: madeFor,
    make,
    async squeeze() {
      if (!isCompressible || bytes.length > SQUEEZED_TO_BYTES) return;
      variants.set('squeezed', variantOf('br', await toBrotli(bytes, THOROUGH), tags.squeezed));
      variants.delete('zstd');
      variants.delete('br');
    },
    isKnownAs: (ifNoneMatch) => known.has(ifNoneMatch) || allTags.some((one) => matchesTag(ifNoneMatch, one)),
    byteLength: () => [...variants.values()].reduce((sum, { bytes: { length } }) => sum + length, 0),
  };
}

/** Each time it is given new memory, which the system fills as it is touched: that took twice as long as compressing. */
const toZstd = (bytes: Buffer): Buffer<ArrayBuffer> =>
  zstdCompressSync(bytes, {
    pledgedSrcSize: bytes.length,
    params: { [ZSTD_c_hashLog]: ZSTD_TABLE_BITS, [ZSTD_c_chainLog]: ZSTD_TABLE_BITS },
  });

/** The window is as wide as the bytes need: a wider one takes megabytes for nothing. */
function toBrotli(bytes: Buffer, quality: number): Promise<Buffer<ArrayBuffer>> {
  const bits = Math.ceil(Math.log2(bytes.length));
  const window = Math.min(Math.max(bits, BROTLI_MIN_WINDOW_BITS), BROTLI_MAX_WINDOW_BITS);
  return compressToBrotli(bytes, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: window,
      // Untold, it makes room for a megabyte.
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export const readsBrotli = (encoding: Encoding): boolean => encoding === 'br' || encoding === 'zstd';

const MAX_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/** The best encoding that an `Accept-Encoding` allows. */
export function encodingFor(accepted: string | undefined): Encoding {
  if (accepted === undefined) return 'identity';
  // Browsers send one of a few; they are read once.
  const known = remembered.get(accepted);
  if (known !== undefined) return known;
  const allowed = new Set(
    accepted.split(',').flatMap((one) => {
      const [name = '', ...parameters] = one.split(';').map((piece) => piece.trim().toLowerCase());
      return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
    }),
  );
  const encoding = bestOf(allowed);
  if (remembered.size < MAX_REMEMBERED) remembered.set(accepted, encoding);
  return encoding;
}

function bestOf(allowed: ReadonlySet<string>): Encoding {
  if (allowed.has('br')) return allowed.has('zstd') ? 'zstd' : 'br';
  return allowed.has('gzip') ? 'gzip' : 'identity';
}
