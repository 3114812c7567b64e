/** Imports as owners make them, over HTTP; what the shop's jobs would do is done at once. */
import { sql } from 'kysely';
import type { ImportBody, ImportErrorBody } from '#contract/imports.ts';
import { workOnImport } from '#server/catalogue/import/import-run.ts';
import { receiveFile } from '#server/catalogue/import/receive-file.ts';
import type { Answer, Person, TestShop } from '../shop.ts';
import type { FileRow } from './files.ts';

/** A CSV file with these rows; its columns are all that any row has. */
export function csvOf(rows: readonly FileRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (value: string | number | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  return [
    columns.join(','),
    ...rows.map((row) => columns.map((column) => cell(row[column])).join(',')),
    '',
  ].join('\n');
}

export type Bring = {
  readonly kind?: ImportBody['kind'];
  readonly fileName?: string;
  readonly type?: string;
  readonly otherColumns?: 'refuse' | 'passOver';
};

/** Uploads a file. */
export async function upload(
  { url }: TestShop,
  owner: Person,
  content: string | Uint8Array<ArrayBuffer>,
  { kind, fileName = 'file.csv', type = 'text/csv', otherColumns = 'refuse' }: Bring = {},
): Promise<Answer> {
  const query = new URLSearchParams({ fileName, otherColumns, ...(kind !== undefined && { kind }) });
  const response = await fetch(`${url}/api/imports?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': type },
    body: content,
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Does what the jobs of an import would do, until it waits for its owner or is over. */
export async function work({ shop }: TestShop, id: string): Promise<void> {
  while ((await workOnImport(shop.deps, id)) === 'more');
}

export async function importOf(shop: TestShop, owner: Person, id: string): Promise<ImportBody> {
  const answer = await shop.call('GET', `/imports/${id}`, { token: owner.token });
  return answer.body as ImportBody;
}

/** Uploads a file and checks it. */
export async function dryRun(
  shop: TestShop,
  owner: Person,
  content: string | Uint8Array<ArrayBuffer>,
  bring?: Bring,
): Promise<ImportBody> {
  const brought = await upload(shop, owner, content, bring);
  if (brought.status !== 201) throw new Error(`not brought: ${JSON.stringify(brought.body)}`);
  const { id } = brought.body as ImportBody;
  await work(shop, id);
  return importOf(shop, owner, id);
}

/** Uploads, checks and applies a file. */
export async function bring(
  shop: TestShop,
  owner: Person,
  content: string | Uint8Array<ArrayBuffer>,
  { skipErrors = false, ...of }: Bring & { readonly skipErrors?: boolean } = {},
): Promise<ImportBody> {
  const { id } = await dryRun(shop, owner, content, of);
  const begun = await shop.call('POST', `/imports/${id}/apply`, { token: owner.token, body: { skipErrors } });
  if (begun.status !== 200) throw new Error(`not applied: ${JSON.stringify(begun.body)}`);
  await work(shop, id);
  return importOf(shop, owner, id);
}

/** The first errors of an import. */
export async function errorsOfImport(shop: TestShop, owner: Person, id: string): Promise<ImportErrorBody[]> {
  const answer = await shop.call('GET', `/imports/${id}/errors`, { token: owner.token });
  return answer.body as ImportErrorBody[];
}

/** A file of the shop, by a link. */
export async function download(shop: TestShop, owner: Person, wanted: unknown): Promise<string> {
  const link = await shop.call('POST', '/downloads', { token: owner.token, body: wanted });
  if (link.status !== 201) throw new Error(`no link: ${JSON.stringify(link.body)}`);
  const file = await fetch(shop.url + (link.body as { url: string }).url);
  if (file.status !== 200) throw new Error(`no file: ${file.status}`);
  return file.text();
}

/** Stages a file as the command line does: by nobody. */
export async function stage(
  { shop }: TestShop,
  fileName: string,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  const received = await receiveFile(shop.deps, { fileName, actorId: null }, content);
  if (!('importId' in received)) throw new Error(`refused: ${received.code}`);
  return received.importId;
}

/** A model that was made for at least five years without a gap, the first of them with it. */
export type CodedModel = {
  readonly kind: string;
  readonly make: string;
  readonly model: string;
  readonly first: number;
};

/**
 * Brings what an owner tells the shop of the trade's ids, as the XML of the tests has them: brand KLBM, part type 1896,
 * position 22, attribute 5001, make 31 with its model 2021, and base vehicle 21447, the model's fourth year.
 */
export async function bringCodes(shop: TestShop, owner: Person): Promise<CodedModel> {
  const { rows } = await sql<CodedModel>`
    SELECT kind, make, model, min(year)::int AS first FROM vehicle GROUP BY kind, make, model
    HAVING count(*) = max(year) - min(year) + 1 AND count(*) >= 5 ORDER BY kind, make, model LIMIT 1`.execute(
    shop.databases.write,
  );
  const [coded] = rows;
  if (coded === undefined) throw new Error('there are no vehicles');
  const code = { table: '', id: '', value: '', kind: '', make: '', model: '', year: '' };
  const { kind, make, model, first } = coded;
  await bring(
    shop,
    owner,
    csvOf([
      { ...code, table: 'brand', id: 'KLBM', value: 'Kolbmann' },
      { ...code, table: 'part_type', id: '1896', value: 'brake-disc' },
      { ...code, table: 'position', id: '22', value: 'front axle' },
      { ...code, table: 'attribute', id: '5001', value: 'diameter' },
      { ...code, table: 'make', id: '31', make },
      { ...code, table: 'model', id: '2021', kind, make, model },
      { ...code, table: 'vehicle', id: '21447', kind, make, model, year: first + 3 },
    ]),
  );
  return coded;
}
