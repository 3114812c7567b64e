/**
 * Requests for a page each of which comes after a part has changed, and must be answered with what is true now. So no answer that
 * was kept can be given before it is known what has changed, and one that is too old is a failure.
 */
import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { AS_BROWSERS_ASK } from '../as-browsers-ask.ts';
import { type Slice, type Timing, type Watched, watchSlice } from '../slice.ts';

export type ChangedPagesLoad = {
  readonly kind: 'changed';
  readonly path: string;
  readonly databaseUrl: string;
  /** What of the parts changes each time, one part after the other, and whether the page shows them. */
  readonly change: Change;
  readonly partIds: readonly number[];
};
export type Change = 'stock that it shows' | 'a name that it shows' | 'another name';

/** What each part of the catalogue has at first: plenty, and found in a page by its seven digits. */
const FROM_UNITS = 9_999_999;
const NUMBER = /\b9,\d{3},\d{3}\b/g;
/** A name that was given here ends in how many changes there had been by then. */
const NAMED = /, edition (\d+)\b/g;

/** As somebody adjusts a level, with its movement: the books are compared when all is done. */
const MOVE = `
  WITH before AS (
    SELECT part_id, on_hand_units FROM stock_level WHERE part_id = $2 FOR UPDATE
  ), moved AS (
    UPDATE stock_level SET on_hand_units = least(stock_level.on_hand_units, reserved_units + $1)
    FROM before WHERE stock_level.part_id = before.part_id
    RETURNING stock_level.part_id, stock_level.on_hand_units - before.on_hand_units AS change
  )
  INSERT INTO stock_movement (part_id, kind, on_hand_change, reserved_change, moved_at)
  SELECT part_id, 'adjusted', change, 0, clock_timestamp() FROM moved WHERE change <> 0`;

/** Never an older name in the place of a newer one. */
const RENAME = `
  UPDATE part SET name = regexp_replace(name, ', edition \\d+$', '') || ', edition ' || $1::text
  WHERE id = $2 AND coalesce(substring(name FROM ', edition (\\d+)$')::integer, 0) < $1::integer`;

/** Over all loads. */
let changes = 0;

const numbersIn = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(([whole, digits = whole]) => Number(digits.replaceAll(',', '')));

/** How a part changes, and whether a page that was asked for afterwards may say what it says. */
const CHANGES: Readonly<
  Record<Change, { text: string; value(at: number): number; isTrue(page: string, at: number): boolean }>
> = {
  // As if units were sold: fewer each time, and never replaced by more.
  'stock that it shows': {
    text: MOVE,
    value: (at) => FROM_UNITS - at,
    isTrue: (page, at) => Math.min(...numbersIn(page, NUMBER)) <= FROM_UNITS - at,
  },
  'a name that it shows': {
    text: RENAME,
    value: (at) => at,
    isTrue: (page, at) => Math.max(...numbersIn(page, NAMED)) >= at,
  },
  'another name': { text: RENAME, value: (at) => at, isTrue: (page) => numbersIn(page, NUMBER).length > 0 },
};

/** @throws Error where an answer says less than was known before it was asked for */
export async function loadChangedPages(
  url: string,
  { path, databaseUrl, change, partIds }: ChangedPagesLoad,
  timing: Timing,
  watched: Watched,
): Promise<Slice> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: timing.connections });
  const agent = new Agent({ keepAlive: true, maxSockets: timing.connections });
  const state = { isStopped: false };
  const { text, value, isTrue } = CHANGES[change];
  const changeOne = async (): Promise<number> => {
    changes += 1;
    const at = changes;
    await pool.query({ name: change, text, values: [value(at), partIds[at % partIds.length]] });
    return at;
  };
  const askOver = async (record: (latencyMs: number) => void) => {
    while (!state.isStopped) {
      const at = await changeOne();
      const askedAt = performance.now();
      const page = await textOf(`${url}${path}`, agent);
      record(performance.now() - askedAt);
      if (!isTrue(page, at)) throw new Error(`${path} does not know of change ${at} (${change})`);
    }
  };
  try {
    return await watchSlice(timing, watched, (record) => {
      const asking = Promise.all(Array.from({ length: timing.connections }, () => askOver(record)));
      return async () => {
        state.isStopped = true;
        await asking;
      };
    });
  } finally {
    agent.destroy();
    await pool.end();
  }
}

function read(bytes: Buffer, { 'content-encoding': encoding }: IncomingHttpHeaders): string {
  if (encoding === 'zstd') return zstdDecompressSync(bytes).toString();
  return (encoding === 'br' ? brotliDecompressSync(bytes) : bytes).toString();
}

/** As a browser asks for somebody who wants what is true now. The bytes are small, so they are read at once. */
function textOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { agent, headers: { accept: 'text/html', ...AS_BROWSERS_ASK, 'cache-control': 'no-cache' } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(read(Buffer.concat(chunks), answer.headers));
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      },
    );
    request.on('error', reject);
  });
}
