import { expect, it, vi } from 'vitest';
import { ACCESS_TOKEN_LIFETIME_SECONDS, createAccessTokens } from '#server/users/access-token.ts';

const NOW = new Date('2026-11-23T09:00:00.000Z');
const USER = { userId: '5ffd1e6c-0000-4000-8000-000000000001', epoch: 3 };
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const open = (secret = 'a secret of more than 32 bytes for tests') => createAccessTokens(secret);

it('is computed once, however often it is shown, and ends when its time does', async () => {
  const tokens = await open();
  const token = await tokens.issue(USER, NOW);
  const verify = vi.spyOn(crypto.subtle, 'verify');
  for (const at of [0, 1, ACCESS_TOKEN_LIFETIME_SECONDS - 0.001]) {
    expect(await tokens.verify(token, later(at))).toMatchObject({ ok: true, ...USER });
  }
  expect(verify).toHaveBeenCalledTimes(1);
  for (const at of [ACCESS_TOKEN_LIFETIME_SECONDS, ACCESS_TOKEN_LIFETIME_SECONDS + 60]) {
    expect(await tokens.verify(token, later(at))).toEqual({
      ok: false,
      reason: 'The access token has expired',
    });
  }
});

it('that was never good is refused, whatever good ones were shown before it', async () => {
  const tokens = await open();
  const token = await tokens.issue(USER, NOW);
  expect(await tokens.verify(token, NOW)).toMatchObject({ ok: true });
  const [head = '', body = '', signature = ''] = token.split('.');
  const claims: object = JSON.parse(Buffer.from(body, 'base64url').toString());
  const other = Buffer.from(JSON.stringify({ ...claims, epoch: 4 })).toString('base64url');
  const stranger = await (await open('another secret of more than 32 bytes')).issue(USER, NOW);
  for (const forged of [`${head}.${other}.${signature}`, `${head}.${body}.${signature}A`, stranger]) {
    for (const again of [1, 2]) {
      expect(await tokens.verify(forged, NOW), `${forged}, time ${again}`).toMatchObject({ ok: false });
    }
  }
});

it('is good among more than are remembered; those that were shown first are computed again', async () => {
  const tokens = await open();
  const all = await Promise.all(
    Array.from({ length: 2_100 }, (_, epoch) => tokens.issue({ ...USER, epoch }, NOW)),
  );
  const verify = vi.spyOn(crypto.subtle, 'verify');
  const show = async (shown: readonly string[], from: number) => {
    verify.mockClear();
    for (const [at, token] of shown.entries()) {
      expect(await tokens.verify(token, NOW)).toMatchObject({ ok: true, epoch: from + at });
    }
    return verify.mock.calls.length;
  };
  expect(await show(all, 0)).toBe(2_100);
  expect(await show(all.slice(-50), 2_050)).toBe(0);
  expect(await show(all.slice(0, 50), 0)).toBe(50);
});
