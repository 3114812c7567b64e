/** An answer of the shop as it went over the wire, to be sent again by a server that does nothing else. */
import { Agent, request } from 'node:http';

export type CapturedAnswer = {
  readonly status: number;
  /** Names and values by turns, in their order, without those that every Node server adds by itself. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
};

const ADDED_BY_NODE = new Set(['date', 'connection', 'keep-alive']);
/** Differs from answer to answer, so it says nothing about two being alike. */
const UNIQUE = new Set(['x-request-id']);

/** Asks once, over a connection that is kept alive, as the load does. */
export function captureAnswer(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<CapturedAnswer> {
  const agent = new Agent({ keepAlive: true });
  return new Promise<CapturedAnswer>((resolve, reject) => {
    const asked = request(url, { agent, headers }, async (response) => {
      try {
        const body = Buffer.concat(await response.toArray());
        const { rawHeaders, statusCode: status = 0 } = response;
        if (status !== 200 && status !== 304)
          throw new Error(`${url} answered ${status}: ${body.toString('utf8', 0, 500)}`);
        const kept = pairs(rawHeaders).filter(([name]) => !ADDED_BY_NODE.has(name.toLowerCase()));
        resolve({ status, headers: kept.flat(), body });
      } catch (error) {
        reject(error);
      }
    });
    asked.once('error', reject);
    asked.end();
  }).finally(() => agent.destroy());
}

function pairs(rawHeaders: readonly string[]): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    found.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return found;
}

/** @throws Error where the answer has no such header */
export function headerOf({ headers }: CapturedAnswer, name: string): string {
  const found = pairs(headers).find(([own]) => own.toLowerCase() === name);
  if (found === undefined) throw new Error(`The answer has no ${name}`);
  return found[1];
}

/**
 * Holds the two servers to the very same answer.
 * @throws Error that says how they differ
 */
export function requireSameAnswer(ours: CapturedAnswer, bare: CapturedAnswer): void {
  const comparable = ({ headers }: CapturedAnswer) =>
    pairs(headers)
      .map(([name, value]) => (UNIQUE.has(name.toLowerCase()) ? name : `${name}: ${value}`))
      .join('\n');
  if (comparable(ours) !== comparable(bare)) {
    throw new Error(
      `The bare server sends other headers:\n${comparable(bare)}\nthan the shop:\n${comparable(ours)}`,
    );
  }
  if (Buffer.compare(ours.body, bare.body) !== 0)
    throw new Error('The bare server sends another body than the shop');
}
