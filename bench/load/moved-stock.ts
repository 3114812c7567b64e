/**
 * Requests for a page each of which comes after stock that the page shows has moved, and must be answered with the new number. So
 * no answer that was kept can be given as it is, and one that is too old is a failure.
 */
import { Agent, get } from 'node:http';
import pg from 'pg';
import { type Slice, type Timing, type Watched, watchSlice } from '../slice.ts';

export type MovedStockLoad = {
  readonly kind: 'moved';
  readonly path: string;
  readonly databaseUrl: string;
  /** Parts that the page shows. */
  readonly partIds: readonly number[];
};

/** What each part of the catalogue has at first: plenty, and found in a page by its seven digits. */
const FROM_UNITS = 9_999_999;
const NUMBER = /\b9,\d{3},\d{3}\b/g;

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

/** Of all moves, over all loads. */
let moves = 0;

/** @throws Error where an answer shows more than there had been before it was asked for */
export async function loadMovedStock(
  url: string,
  { path, databaseUrl, partIds }: MovedStockLoad,
  timing: Timing,
  watched: Watched,
): Promise<Slice> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: timing.connections });
  const agent = new Agent({ keepAlive: true, maxSockets: timing.connections });
  const state = { isStopped: false };
  /** As if units were sold: fewer each time, and never replaced by more. */
  const move = async (): Promise<number> => {
    moves += 1;
    const units = FROM_UNITS - moves;
    await pool.query({
      name: 'move',
      text: MOVE,
      values: [units, partIds[moves % partIds.length]],
    });
    return units;
  };
  const askOver = async (record: (latencyMs: number) => void) => {
    while (!state.isStopped) {
      const units = await move();
      const askedAt = performance.now();
      const text = await textOf(`${url}${path}`, agent);
      record(performance.now() - askedAt);
      const shown = Math.min(
        ...(text.match(NUMBER) ?? []).map((number) => Number(number.replaceAll(',', ''))),
      );
      if (!(shown <= units)) throw new Error(`${path} shows ${shown} units where there were ${units} before`);
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

/** As somebody asks who wants what is true now. */
function textOf(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { agent, headers: { accept: 'text/html', 'cache-control': 'no-cache' } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString());
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      },
    );
    request.on('error', reject);
  });
}
