/** The session's script comes when there is a use for it. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callTokens } from '#web/calls/access-token.ts';
import { browserShelf } from '#web/features/identity/browser-shelf.ts';
import { identityClient } from '#web/features/identity/identity-client.ts';
import type { SessionProvider } from '#web/features/identity/session.ts';
import { startSession } from '#web/features/identity/start-session.ts';
import { keepTyped } from '#web/typed-in-tab.ts';

// Files of a worker share what they load: here it is loaded anew, with what stands in for others, and nobody else gets it.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const { provideSession } = vi.hoisted(() => ({
  provideSession: vi.fn<(provider: SessionProvider) => void>(),
}));
vi.mock('#web/features/identity/session.ts', () => ({ provideSession }));

type Load = NonNullable<Parameters<typeof startSession>[1]>;
type Begin = Awaited<ReturnType<Load>>['beginSession'];

const kept = new Map<string, string>();
let page: EventTarget;
beforeEach(() => {
  kept.clear();
  provideSession.mockClear();
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const begun = {
  client: { proof: async () => 'a proof' },
  tokens: { tokenFor: async () => 'fresh', renewAfter401: async () => true },
  provider: {
    signIn: async () => ({ ok: true }),
    signOut: async () => undefined,
    refresh: async () => undefined,
  },
  start() {},
} as unknown as ReturnType<Begin>;
const begin = vi.fn<Begin>(() => begun);
const loads = () => vi.fn<Load>(async () => ({ beginSession: begin }));
/** What stands for the session until its script is there. */
const standIn = () => {
  const [provider] = provideSession.mock.lastCall ?? [];
  if (provider === undefined) throw new Error('no session was provided');
  return provider;
};
const keyChanged = (key: string) => Object.assign(new Event('storage'), { key });

test('nobody is signed in: no script, no token, no proof', async () => {
  const load = loads();
  startSession(() => undefined, load);
  expect(standIn().current()).toEqual({ status: 'signed-out' });
  expect(await callTokens().tokenFor('ordersMine')).toBeNull();
  expect(await callTokens().renewAfter401('ordersMine', null)).toBe(false);
  await standIn().refresh();
  expect(load).not.toHaveBeenCalled();
});

test('somebody was signed in before: it is restored at once, and calls wait for it', async () => {
  kept.set('accessToken', 'old');
  const load = loads();
  startSession(() => undefined, load);
  expect(standIn().current().status).toBe('loading');
  expect(await callTokens().tokenFor('ordersMine')).toBe('fresh');
  expect(load).toHaveBeenCalledTimes(1);
});

test('somebody signs in here, or in another tab', async () => {
  const here = loads();
  startSession(() => undefined, here);
  expect(await standIn().signIn({ email: 'a@b.example', password: 'secret' })).toEqual({ ok: true });
  expect(await (await identityClient()).proof()).toBe('a proof');
  expect(here).toHaveBeenCalledTimes(1);

  const there = loads();
  startSession(() => undefined, there);
  page.dispatchEvent(keyChanged('theme'));
  expect(there).not.toHaveBeenCalled();
  kept.set('accessToken', 'theirs');
  page.dispatchEvent(keyChanged('accessToken'));
  expect(standIn().current().status).toBe('loading');
  expect(there).toHaveBeenCalledTimes(1);
});

test('a script that does not come is a failure that says so, and is tried again', async () => {
  kept.set('accessToken', 'old');
  const load = vi
    .fn<Load>()
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValue({ beginSession: begin });
  startSession(() => undefined, load);
  const listener = vi.fn();
  standIn().subscribe(listener);
  await vi.waitFor(() => expect(standIn().current().status).toBe('failed'));
  expect(listener).toHaveBeenCalled();
  const failed = standIn().current();
  if (failed.status !== 'failed') throw new Error(failed.status);
  failed.retry();
  expect(standIn().current().status).toBe('loading');
  expect(await callTokens().tokenFor('ordersMine')).toBe('fresh');
  expect(load).toHaveBeenCalledTimes(2);

  kept.clear();
  startSession(() => undefined, vi.fn<Load>().mockRejectedValue(new Error('no network')));
  expect(await standIn().signIn({ email: 'a@b.example', password: 'secret' })).toMatchObject({ ok: false });
});

test('whoever signs out is signed out at once, though the script does not come: nothing of them is left here', async () => {
  const user = { email: 'a@b.example', name: 'Ada', emailVerified: true, role: 'customer' } as const;
  browserShelf().keep('old', { user, receivedAtMs: 0, expiresAtMs: 0 });
  kept.set('theme', 'dark');
  const tab = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => void tab.set(key, value),
    clear: () => tab.clear(),
  });
  keepTyped('order', { address: '1 Test Road' });
  expect(tab.size).toBe(1);
  const asked = vi.fn<typeof fetch>().mockRejectedValue(new Error('no network'));
  vi.stubGlobal('fetch', asked);
  const userGone = vi.fn();
  startSession(userGone, vi.fn<Load>().mockRejectedValue(new Error('no network')));
  await vi.waitFor(() => expect(standIn().current().status).toBe('failed'));

  const listener = vi.fn();
  standIn().subscribe(listener);
  await standIn().signOut();
  expect(standIn().current()).toEqual({ status: 'signed-out' });
  expect(listener).toHaveBeenCalled();
  expect([...kept.keys()]).toEqual(['theme']);
  expect([...tab.keys()]).toEqual([]);
  // The provider is told as well as one can.
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  expect(asked).toHaveBeenCalledExactlyOnceWith('/api/auth/sign-out', { method: 'POST', keepalive: true });
  expect(standIn().current()).toEqual({ status: 'signed-out' });
});
