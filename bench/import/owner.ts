/** What an owner does on the page of imports, by the same calls. */
import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import * as z from 'zod';
import { ImportBody } from '#contract/imports.ts';
import { createAccessTokens } from '#server/users/access-token.ts';
import { type ImportFile, skuOf } from './import-files.ts';

export type Brought = z.output<typeof ImportBody>;
/** The page asks every second; this is asked more often, to see a batch soon after it is applied. */
const LOOK_MS = 100;
const Found = z.object({ parts: z.array(z.object({ sku: z.string() })) });

/** @param claims who brings the files */
export async function ownerOf(
  url: string,
  claims: { readonly userId: string; readonly epoch: number },
  tokenSecret: string,
) {
  const tokens = await createAccessTokens(tokenSecret);
  // Anew for each call: one is good for a quarter of an hour.
  const authorization = async () => `Bearer ${await tokens.issue(claims, new Date())}`;
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: await authorization(), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const look = async (id: string): Promise<Brought> => ImportBody.parse(await call('GET', `/imports/${id}`));
  /** Looks on until the import has left a state, and tells each look. */
  async function until(id: string, state: string, seen: (run: Brought, askedAt: number) => Promise<void>) {
    for (;;) {
      const askedAt = performance.now();
      const run = await look(id);
      await seen(run, askedAt);
      if (run.state !== state) return run;
      await wait(LOOK_MS);
    }
  }
  /** How long after a moment the search finds a part by its number. */
  async function seenAfter(sku: string, since: number): Promise<number> {
    for (;;) {
      const { parts } = Found.parse(await call('GET', `/search?q=${sku}`));
      if (parts.some((part) => part.sku === sku)) return performance.now() - since;
      await wait(20);
    }
  }
  const expectState = (run: Brought, state: string) => {
    if (run.state !== state || run.errorCount > 0)
      throw new Error(`The import is ${run.state} with ${run.errorCount} errors. ${run.failure}`);
  };
  return {
    look,
    /** Sends a file and answers its import, which is staged by then. */
    async upload(file: ImportFile): Promise<string> {
      const headers = {
        authorization: await authorization(),
        'content-type': 'text/csv',
        'content-length': file.bytes,
      };
      const answer = await new Promise<string>((resolve, reject) => {
        const sent = request(
          `${url}/api/imports?fileName=file.csv`,
          { method: 'POST', headers },
          (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (chunk: string) => {
              text += chunk;
            });
            response.on('end', () =>
              response.statusCode === 201
                ? resolve(text)
                : reject(new Error(`${response.statusCode}: ${text}`)),
            );
          },
        );
        sent.on('error', reject);
        createReadStream(file.path).on('error', reject).pipe(sent);
      });
      return ImportBody.parse(JSON.parse(answer)).id;
    },
    async untilChecked(id: string): Promise<void> {
      expectState(await until(id, 'checking', async () => {}), 'checked');
    },
    /**
     * Applies an import; answers, for each look that saw a new batch of parts, how long after the look before it the last of
     * them was found by the search: no less than it took since the batch was committed.
     */
    async apply(id: string, isOfParts: boolean): Promise<number[]> {
      await call('POST', `/imports/${id}/apply`, {});
      const seenMs: number[] = [];
      let last = { rowsDone: 0, askedAt: performance.now() };
      const run = await until(id, 'applying', async ({ rowsDone }, askedAt) => {
        if (isOfParts && rowsDone > last.rowsDone)
          seenMs.push(await seenAfter(skuOf(rowsDone), last.askedAt));
        last = { rowsDone, askedAt };
      });
      expectState(run, 'applied');
      return seenMs;
    },
    /** Until the rows that were staged are gone. */
    async untilTidy(databaseUrl: string): Promise<void> {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      try {
        for (;;) {
          const { rows } = await client.query('SELECT FROM import_row LIMIT 1');
          if (rows.length === 0) return;
          await wait(LOOK_MS);
        }
      } finally {
        await client.end();
      }
    },
  };
}
