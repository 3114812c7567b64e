/** Bodies of every kind, good and bad, over real HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, jsonBody, type Serving, startServing } from './serving.ts';

let shop: Serving;
beforeAll(async () => {
  shop = await startServing();
});
afterAll(() => shop.stop());

const create = (body: unknown) => shop.ask('/api/notes', jsonBody(body));
const json = { 'content-type': 'application/json' };

describe('JSON', () => {
  it('is parsed, and errors name the field', async () => {
    const answer = await create({ text: 'a', lines: [{ quantity: 'two' }] });
    expect(answer.json).toMatchObject({
      status: 422,
      code: 'INVALID',
      errors: [{ path: 'body.lines.0.quantity' }],
    });
    const missing = await create({});
    expect(missing.json).toMatchObject({ errors: [{ path: 'body.text', message: 'Text is Required' }] });
    for (const body of ['null', '7', '"text"', '[]']) {
      expect((await create(body)).json).toMatchObject({ status: 422, errors: [{ path: 'body' }] });
    }
  });

  it('lists no more errors than anyone reads', async () => {
    const bare = await startServing();
    const { errors } = (await bare.ask('/api/notes', jsonBody({ text: 'a', lines: Array(150).fill(0) })))
      .json as {
      errors: unknown[];
    };
    await bare.stop();
    expect(errors).toHaveLength(50);
  });

  it('is 400 where it is malformed', async () => {
    const bad = [
      '{',
      '{"text":"a",}',
      'text',
      "{'text':'a'}",
      '{"text":"a"} x',
      '{"text":"\u0001"}',
      '{"a":NaN}',
    ];
    for (const body of bad) {
      const answer = await create(body);
      expect([body, answer.status, (answer.json as { code: string }).code]).toEqual([body, 400, 'MALFORMED']);
    }
    const notUtf8 = await shop.ask('/api/notes', {
      ...jsonBody(''),
      body: Buffer.from('{"text":"\xe4"}', 'latin1'),
    });
    expect(notUtf8.status).toBe(400);
    expect((await create('\uFEFF{"text":"with a mark"}')).status).toBe(201);
  });

  it('is for the schema to judge where there is none', async () => {
    expect((await create('')).json).toMatchObject({ status: 422, errors: [{ path: 'body' }] });
    const bare = await shop.ask('/api/notes', { method: 'POST', headers: as('customer') });
    expect(bare.json).toMatchObject({ status: 422, errors: [{ path: 'body' }] });
  });

  it('is 415 in any other type, so a form of another site does nothing', async () => {
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=a',
      'application',
    ];
    for (const type of [...types, 'application/jsonp', 'application/json; charset=latin1', '']) {
      const answer = await shop.ask('/api/notes', {
        method: 'POST',
        headers: { ...as('customer'), 'content-type': type },
        body: '{"text":"a"}',
      });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    const untyped = await shop.ask('/api/notes', {
      method: 'POST',
      headers: as('customer'),
      body: '{"text":"a"}',
    });
    expect([untyped.status, untyped.headers.accept]).toEqual([415, 'application/json']);
    for (const type of [
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset="UTF-8"',
    ]) {
      const { headers } = jsonBody('');
      const answer = await shop.ask('/api/notes', {
        ...jsonBody({ text: 'a' }),
        headers: { ...headers, 'content-type': type },
      });
      expect([type, answer.status]).toEqual([type, 201]);
    }
    const zipped = { ...jsonBody({ text: 'a' }).headers, 'content-encoding': 'gzip' };
    expect((await shop.ask('/api/notes', { ...jsonBody({ text: 'a' }), headers: zipped })).status).toBe(415);
  });

  it('is 413 over its limit, told or counted', async () => {
    const large = JSON.stringify({ text: 'a', anything: 'x'.repeat(3_000) });
    const told = await create(large);
    expect([told.status, told.json]).toMatchObject([413, { code: 'TOO_LARGE' }]);
    const counted = await shop.ask('/api/notes', {
      ...jsonBody(''),
      body: [large.slice(0, 1_500), large.slice(1_500)],
    });
    expect(counted.status).toBe(413);
    const inChunks = await shop.ask('/api/notes', { ...jsonBody(''), body: ['{"text":', '"a"}'] });
    expect(inChunks.status).toBe(201);
    // Told, refused, and not waited for.
    const head = 'POST /api/notes HTTP/1.1\r\nhost: a\r\nauthorization: Bearer customer\r\n';
    expect(
      await shop.raw(`${head}content-type: application/json\r\ncontent-length: 99999999\r\n\r\n`),
    ).toMatch(/^HTTP\/1.1 413 /);
  });

  it('refuses text that cannot be kept, wherever it stands', async () => {
    const bad = [
      ['{"text":"a\\u0000b"}', 'body.text'],
      ['{"text":"a\\ud800b"}', 'body.text'],
      ['{"text":"a\\udc00\\ud800"}', 'body.text'],
      ['{"text":"a","anything":{"deep":[1,{"er":"\\u0000"}]}}', 'body.anything.deep.1.er'],
      ['{"text":"a","anything":{"k\\u0000":1}}', 'body.anything'],
      ['"\\u0000"', 'body'],
    ] as const;
    for (const [body, path] of bad) {
      expect([body, (await create(body)).json]).toMatchObject([body, { status: 422, errors: [{ path }] }]);
    }
    expect((await create('{"text":"a\\ud83d\\ude00 \\\\u0000"}')).json).toMatchObject({
      text: 'a😀 \\u0000',
    });
  });

  it('is not harmed by prototypes or depth', async () => {
    const answer = await create(
      '{"text":"a","__proto__":{"admin":true},"anything":{"__proto__":{"x":1},"constructor":1}}',
    );
    expect(answer.status).toBe(201);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect((await create(`{"text":"a","anything":${'['.repeat(500)}${']'.repeat(500)}}`)).status).toBe(422);
    expect((await create('['.repeat(1_000))).status).toBe(400);
  });

  it('does not mind a client that goes away in the middle', async () => {
    const head = `POST /api/notes HTTP/1.1\r\nhost: a\r\nauthorization: Bearer customer\r\n`;
    await shop.raw(`${head}content-type: application/json\r\ncontent-length: 500\r\n\r\n{"text":`);
    await shop.raw(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"tex`);
    await shop.raw(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n{"tex`);
    expect((await create({ text: 'still there' })).status).toBe(201);
    expect(shop.log).toEqual([]);
  });
});

type Part = {
  readonly name: string;
  readonly fileName?: string;
  readonly type?: string;
  readonly content: string;
};
function multipart(parts: readonly Part[], boundary = 'XX') {
  const lines = parts.map(({ name, fileName, type, content }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const typed = type === undefined ? '' : `\r\ncontent-type: ${type}`;
    return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${typed}\r\n\r\n${content}\r\n`;
  });
  return {
    method: 'POST',
    headers: { ...as('admin'), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `${lines.join('')}--${boundary}--\r\n`,
  };
}
const FILE: Part = { name: 'file', fileName: 'ä.png', type: 'image/png', content: 'pixels' };

describe('forms', () => {
  it('carry files and fields', async () => {
    const answer = await shop.ask('/api/files', multipart([FILE, { name: 'alt', content: 'A part' }]));
    expect(answer.json).toEqual({ name: 'ä.png', type: 'image/png', size: 6, alt: 'A part', labels: [] });
    const one = await shop.ask(
      '/api/files',
      multipart([FILE, { name: 'alt', content: '' }, { name: 'label', content: 'x' }]),
    );
    expect(one.json).toMatchObject({ labels: ['x'] });
    const two = multipart([
      FILE,
      { name: 'alt', content: '' },
      ...['x', 'y'].map((content) => ({ name: 'label', content })),
    ]);
    expect((await shop.ask('/api/files', two)).json).toMatchObject({ labels: ['x', 'y'] });
  });

  it('answer 422 with the field', async () => {
    const missing = await shop.ask('/api/files', multipart([{ name: 'alt', content: 'x'.repeat(30) }]));
    expect(missing.json).toMatchObject({
      status: 422,
      errors: [{ path: 'form.file', message: 'A file is required' }, { path: 'form.alt' }],
    });
    const empty = await shop.ask(
      '/api/files',
      multipart([
        { ...FILE, fileName: '', content: '' },
        { name: 'alt', content: '' },
      ]),
    );
    expect(empty.json).toMatchObject({ status: 422, errors: [{ path: 'form.file' }] });
    const text = await shop.ask(
      '/api/files',
      multipart([
        { name: 'file', content: 'no file' },
        { name: 'alt', content: '' },
      ]),
    );
    expect(text.status).toBe(422);
    const nul = await shop.ask('/api/files', multipart([FILE, { name: 'alt', content: 'a\0b' }]));
    expect(nul.json).toMatchObject({ status: 422, errors: [{ path: 'form.alt' }] });
    const proto = multipart([FILE, { name: 'alt', content: '' }, { name: '__proto__', content: 'x' }]);
    expect((await shop.ask('/api/files', proto)).status).toBe(201);
  });

  it('are 400, 413 and 415 as bodies are', async () => {
    const good = multipart([FILE, { name: 'alt', content: '' }]);
    const type = (value: string) => ({ ...good, headers: { ...good.headers, 'content-type': value } });
    expect((await shop.ask('/api/files', type('multipart/form-data'))).status).toBe(400);
    expect((await shop.ask('/api/files', type('multipart/form-data; boundary=other'))).status).toBe(400);
    expect((await shop.ask('/api/files', type('application/x-www-form-urlencoded'))).status).toBe(415);
    expect((await shop.ask('/api/files', { ...good, body: good.body.slice(0, 60) })).status).toBe(400);
    expect((await shop.ask('/api/files', { ...good, body: '' })).status).toBe(422);
    const large = multipart([{ ...FILE, content: 'x'.repeat(30_000) }]);
    expect((await shop.ask('/api/files', large)).status).toBe(413);
    expect((await shop.ask('/api/files', { ...large, body: [large.body] })).status).toBe(413);
    const many = multipart(Array.from({ length: 201 }, () => ({ name: 'a', content: '' })));
    expect((await shop.ask('/api/files', many)).status).toBe(413);
  });
});

describe('raw bodies', () => {
  it('arrive as they were sent', async () => {
    const body = Buffer.from([0, 255, 123, 10, 13]);
    const answer = await shop.ask('/api/hook', { method: 'POST', headers: json, body });
    expect(answer.json).toEqual({ hex: '00ff7b0a0d' });
    expect((await shop.ask('/api/hook', { method: 'POST', headers: json, body: '' })).json).toEqual({
      hex: '',
    });
  });

  it('have a type and a limit', async () => {
    expect(
      (await shop.ask('/api/hook', { method: 'POST', headers: { 'content-type': 'a/b' }, body: '' })).status,
    ).toBe(415);
    expect((await shop.ask('/api/hook', { method: 'POST', body: '' })).status).toBe(415);
    const large = { method: 'POST', headers: json, body: 'x'.repeat(100_001) };
    expect((await shop.ask('/api/hook', large)).status).toBe(413);
  });
});

describe('streamed bodies', () => {
  const csv = { 'content-type': 'text/csv; charset=utf-8' };
  it('are read as they come', async () => {
    const answer = await shop.ask('/api/imports', { method: 'POST', headers: csv, body: ['a,b\n', '1,2\n'] });
    expect(answer.json).toEqual({ bytes: 8, contentType: 'text/csv; charset=utf-8' });
    const empty = await shop.ask('/api/imports', { method: 'POST', headers: csv });
    expect(empty.json).toMatchObject({ bytes: 0 });
  });

  it('are 413 over their limit, told or counted', async () => {
    shop.seen.streamedBytes = 0;
    const told = await shop.ask('/api/imports', { method: 'POST', headers: csv, body: 'x'.repeat(10_001) });
    expect([told.status, shop.seen.streamedBytes]).toEqual([413, 0]);
    const body = Array.from({ length: 11 }, () => 'x'.repeat(1_000));
    const counted = await shop.ask('/api/imports', { method: 'POST', headers: csv, body });
    expect(counted.status).toBe(413);
    expect(shop.seen.streamedBytes).toBeLessThanOrEqual(10_000);
  });

  it('are 415 in another type, and nobody’s fault when they break off', async () => {
    expect((await shop.ask('/api/imports', { method: 'POST', headers: json, body: '{}' })).status).toBe(415);
    expect((await shop.ask('/api/imports', { method: 'POST', body: 'a' })).status).toBe(415);
    const head =
      'POST /api/imports HTTP/1.1\r\nhost: a\r\ncontent-type: text/csv\r\ncontent-length: 500\r\n\r\n';
    await shop.raw(`${head}a,b\n`);
    expect(shop.log).toEqual([]);
  });
});
