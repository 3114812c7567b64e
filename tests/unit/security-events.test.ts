import { expect, test } from 'vitest';
import { tellRefusedCalls } from '#main/security-events.ts';

function openTelling() {
  const lines: object[] = [];
  const clock = { ms: 0 };
  const log = { warn: (fields: object) => void lines.push(fields) };
  const tell = tellRefusedCalls(
    log,
    (caller) => (caller.kind === 'user' ? 'u-1' : undefined),
    () => clock.ms,
  );
  return { lines, clock, tell };
}
const call = (requestId: string) => ({
  operation: 'usersList',
  code: 'FORBIDDEN',
  caller: { kind: 'user', user: {}, isAdmin: false } as const,
  requestId,
});

test('a refused call is told by ids and codes', () => {
  const { lines, tell } = openTelling();
  tell(call('r-1'));
  tell({ ...call('r-2'), code: 'UNAUTHENTICATED', caller: { kind: 'invalid', reason: 'expired' } });
  expect(lines).toEqual([
    { refused: 'FORBIDDEN', operation: 'usersList', by: 'u-1', requestId: 'r-1' },
    { refused: 'UNAUTHENTICATED', operation: 'usersList', by: null, requestId: 'r-2' },
  ]);
});

test('a flood of them fills no disk, and is counted', () => {
  const { lines, clock, tell } = openTelling();
  for (let count = 0; count < 1_000; count += 1) tell(call('flood'));
  expect(lines).toHaveLength(20);
  clock.ms = 1_000;
  tell(call('after'));
  expect(lines.at(-1)).toMatchObject({ requestId: 'after', untold: 980 });
});
