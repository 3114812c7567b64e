/** The errors that a check finds: kept in the database by itself, however many there are of one part. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type FileRow, partRow } from '../factories/files.ts';
import { bring, csvOf, errorsOfImport, importOf, upload, work } from '../factories/imports.ts';
import { openTestShop, type Person, type TestShop } from '../shop.ts';

const ROWS = 3_000;
/** What the statements of a check take, whatever they find. */
const CHECKED_WITHIN_BYTES = 60_000;

let shop: TestShop;
let admin: Person;
const connections = new Set<Socket>();
const keep = (made: unknown) => void connections.add((made as { socket: Socket }).socket);

beforeAll(async () => {
  subscribe('net.client.socket', keep);
  shop = await openTestShop();
  admin = await shop.person('admin');
});
afterAll(async () => {
  unsubscribe('net.client.socket', keep);
  await shop.close();
});

/** The bytes that have gone between the shop and its database so far. */
function exchangedBytes(): number {
  const port = Number(new URL(inject('serverUrl')).port);
  const own = [...connections].filter((socket) => socket.remotePort === port);
  expect(own.length).toBeGreaterThan(0);
  return own.reduce((sum, socket) => sum + socket.bytesRead + socket.bytesWritten, 0);
}

async function check(rows: readonly FileRow[], kind?: 'prices') {
  const brought = await upload(shop, admin, csvOf(rows), kind === undefined ? {} : { kind });
  expect(brought.status).toBe(201);
  const { id } = brought.body as { id: string };
  const before = exchangedBytes();
  await work(shop, id);
  const bytes = exchangedBytes() - before;
  const { errorCount, badRows } = await importOf(shop, admin, id);
  const [first] = await errorsOfImport(shop, admin, id);
  await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
  return { bytes, errorCount, badRows, first };
}

describe('what a check finds is written down where the rows are, and not brought into the shop', () => {
  it('of a SKU and a number that are in a file thousands of times', async () => {
    const row = partRow();
    const { bytes, first, ...found } = await check(Array.from({ length: ROWS }, () => row));
    expect(found).toEqual({ errorCount: 2 * (ROWS - 1), badRows: ROWS - 1 });
    expect(first).toMatchObject({ line: 3, column: 'part_number' });
    expect(bytes).toBeLessThan(CHECKED_WITHIN_BYTES);
  });

  it('of a part whose price is in a file thousands of times', async () => {
    const there = partRow();
    await bring(shop, admin, csvOf([there]));
    const row = { sku: there.sku ?? '', price: '12.00' };
    const { bytes, first, ...found } = await check(
      Array.from({ length: ROWS }, () => row),
      'prices',
    );
    expect(found).toEqual({ errorCount: ROWS - 1, badRows: ROWS - 1 });
    expect(first).toEqual({ line: 3, column: 'sku', message: 'This part is in the file twice', value: '' });
    expect(bytes).toBeLessThan(CHECKED_WITHIN_BYTES);
  });
});

describe('a file that is broken further on', () => {
  it('tells the errors of the rows before its unclosed quotation mark, too, and is never applied', async () => {
    const parts = [partRow(), partRow()];
    await bring(shop, admin, csvOf(parts));
    const rows = [`${parts[0]?.sku},13.00`, 'NO-SUCH,1', `${parts[1]?.sku},free`, ',2', '"A,3', 'B,4'];
    const file = ['sku,price', ...rows, ''].join('\n');
    const brought = await upload(shop, admin, file);
    const { id } = brought.body as { id: string };
    await work(shop, id);
    expect((await errorsOfImport(shop, admin, id)).map(({ line, message }) => [line, message])).toEqual([
      [3, 'There is no part with this SKU'],
      [4, 'A price looks like 12.50'],
      [5, 'A SKU, or a brand and a part number, are needed'],
      [6, 'A quotation mark of this row is never closed'],
    ]);
    const body = { skipErrors: true };
    const applied = await shop.call('POST', `/imports/${id}/apply`, { token: admin.token, body });
    expect(applied).toMatchObject({ status: 409, body: { code: 'IMPORT_HAS_ERRORS' } });
    await shop.call('POST', `/imports/${id}/cancel`, { token: admin.token });
  });
});
