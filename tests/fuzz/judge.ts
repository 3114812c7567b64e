/** What is wrong with an answer, whatever was asked. */
import type { FuzzedOperation } from './api-document.ts';
import type { CallerName } from './callers.ts';
import type { Sent } from './requests.ts';
import { CANARY } from './world.ts';

export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
};

/** Who has said who they are in a way that this shop believes, for calls with an access token. */
const SIGNED_IN: ReadonlySet<CallerName> = new Set(['customer', 'admin']);
/** Whose credentials are none, or none any more. */
const NO_GOOD: ReadonlySet<CallerName> = new Set(['prover', 'deactivated', 'demoted', 'expired', 'forged']);

/**
 * Node answers 431 by itself, before the shop sees anything, to more than 16 KiB of address and headers; a few of them are
 * its own.
 */
const LONG_HEADERS = 15_000;

const headersLength = ({ path, headers }: Sent): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, path.length);

/** Whether it is who asks that was refused, not what was asked, such as to make an admin of a deactivated person. */
const isTurnedAway = ({ status, text }: Received): boolean =>
  status === 403 && /"code":"(FORBIDDEN|SECOND_FACTOR_REQUIRED)"/.test(text);

/** The statuses by which a caller must be turned away; undefined where they may call. */
function turnedAway(operation: FuzzedOperation, caller: CallerName): number | undefined {
  switch (operation.access) {
    case 'anonymous':
      return NO_GOOD.has(caller) && operation.method !== 'GET' ? 401 : undefined;
    case 'identity':
      return caller === 'prover' ? undefined : 401;
    case 'customer':
      return SIGNED_IN.has(caller) ? undefined : 401;
    case 'admin':
      return caller === 'admin' ? undefined : SIGNED_IN.has(caller) ? 403 : 401;
  }
}

/** What is wrong; null where nothing is. */
export function flawOf(
  operation: FuzzedOperation,
  caller: CallerName,
  sent: Sent,
  got: Received,
): string | null {
  if (got.status >= 500) return `answered ${got.status}`;
  if (got.status === 431 && headersLength(sent) > LONG_HEADERS) return null;
  if (caller !== 'admin' && got.text.includes(CANARY)) return 'told what is another’s';
  if (got.headers['x-content-type-options'] !== 'nosniff') return 'lets browsers guess what it is';
  if (sent.isElsewhere) return null;
  const away = turnedAway(operation, caller);
  if (away !== undefined && got.status !== away)
    return `answered ${got.status} to somebody who must get ${away}`;
  if (away === undefined && operation.access === 'admin' && isTurnedAway(got)) return 'turned an admin away';
  return shapeFlawOf(operation, got);
}

function shapeFlawOf({ answers }: FuzzedOperation, { status, headers, text }: Received): string | null {
  if (status === 304) return null;
  const checks = answers.get(status);
  if (checks === undefined) return `answered ${status}, which it does not declare`;
  if (checks.size === 0)
    return text === '' ? null : `answered ${status} with a body, which it does not declare`;
  const type = String(headers['content-type'] ?? '').split(';', 1)[0] ?? '';
  const check = checks.get(type);
  if (check === undefined) return `answered ${status} as ${type}, which it does not declare`;
  if (check === null) return null;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return `answered ${status} with JSON that is none`;
  }
  const parsed = check.safeParse(json);
  return parsed.success
    ? null
    : `answered ${status} in another shape than it declares: ${parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')}`;
}
