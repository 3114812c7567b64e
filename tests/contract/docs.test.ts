/** The API explained by itself: document, viewer, problems. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountDocs } from '#server/platform/serve/docs.ts';
import { type Serving, startServing } from './serving.ts';
import { testTable } from './test-table.ts';

let shop: Serving;
beforeAll(async () => {
  shop = await startServing({}, (api) =>
    mountDocs(api, { table: testTable, title: 'Notes <&>', description: 'A test', version: '1.2.3' }),
  );
});
afterAll(() => shop.stop());

describe('the documents', () => {
  it('has the table as OpenAPI', async () => {
    const { json, headers } = await shop.ask('/api/openapi.json');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    expect(json).toMatchObject({ openapi: '3.1.0', info: { title: 'Notes <&>', version: '1.2.3' } });
    const again = await shop.ask('/api/openapi.json', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('tells what goes in from what comes out where they differ', async () => {
    const { json } = await shop.ask('/api/openapi.json');
    const { components, paths } = json as {
      components: { schemas: Record<string, { required?: string[] }> };
      paths: Record<string, Record<string, unknown>>;
    };
    expect(components.schemas.Note?.required).toEqual(['id', 'text', 'tags']);
    expect(components.schemas).toHaveProperty('OutOfStockProblem');
    expect(Object.keys(paths['/notes/{id}'] ?? {})).toEqual(['get', 'put', 'delete']);
    expect(paths['/files']?.post).toMatchObject({
      requestBody: {
        content: {
          'multipart/form-data': { schema: { properties: { file: { type: 'string', format: 'binary' } } } },
        },
      },
    });
    expect(paths['/ticks/{mode}']?.get).toMatchObject({
      responses: { 200: { content: { 'text/event-stream': {} } } },
    });
  });

  it('has a viewer that needs nothing from elsewhere', async () => {
    const page = await shop.ask('/api/docs');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.text).toContain('Notes &lt;&amp;&gt; API');
    expect(page.text).not.toMatch(/https?:\/\//);
    const linked = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((found) => found[1] ?? '');
    expect(linked).toHaveLength(5);
    for (const address of linked) expect([address, (await shop.ask(address)).status]).toEqual([address, 200]);
  });

  it('sends large files small', async () => {
    const response = await fetch(`${shop.origin}/api/docs/swagger-ui.css`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const plain = await shop.ask('/api/docs/swagger-ui.css');
    expect((await response.text()).length).toBe(plain.text.length);
    expect(plain.headers.etag).not.toBe(response.headers.get('etag'));
    expect(() => gunzipSync(plain.text)).toThrow();
  });

  it('explains every code under the address that problems name as their type', async () => {
    const { text } = await shop.ask('/api/problems');
    const refused = (await shop.ask('/api/notes/nothing')).json as { type: string };
    const [address, code] = refused.type.split('#');
    expect([address, text.includes(`id="${code}"`)]).toEqual(['/api/problems', true]);
    expect(text).toContain('id="OUT_OF_STOCK"');
    expect(text).toContain('id="INVALID"');
  });

  it('is read, and nothing else', async () => {
    const answer = await shop.ask('/api/docs', { method: 'POST' });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await shop.ask('/api/docs', { method: 'HEAD' })).status).toBe(200);
    expect((await shop.ask('/api/docs/other.js')).status).toBe(404);
  });
});
