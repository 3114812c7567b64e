/** The short queue in front of work on pictures. */
import { expect, test } from 'vitest';
import { oneAtATime } from '#server/images/one-at-a-time.ts';

test('runs in order, goes on after a failure, and turns away what would wait too long', async () => {
  const inTurn = oneAtATime(1);
  const ran: string[] = [];
  let release: () => void = () => undefined;
  const first = inTurn(async () => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    ran.push('first');
    throw new Error('broken');
  });
  const second = inTurn(async () => ran.push('second'));
  expect(await inTurn(async () => ran.push('third'))).toBe('busy');
  expect(ran).toEqual([]);
  release();
  await expect(first).rejects.toThrow('broken');
  await second;
  expect(await inTurn(async () => 'fourth')).toBe('fourth');
  expect(ran).toEqual(['first', 'second']);
});
