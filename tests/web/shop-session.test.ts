import { describe, expect, test } from 'vitest';
import { ApiError } from '#contract/kernel/api-error.ts';
import type { IdentityClient } from '#web/features/identity/identity-client.ts';
import type { Kept, SessionShelf } from '#web/features/identity/kept-session.ts';
import { createShopSession, type ShopSession } from '#web/features/identity/shop-session.ts';
import { SignInProblem } from '#web/features/identity/sign-in-problem.ts';

const MINUTE_MS = 60_000;

/** A browser: what its tabs share, a clock, and a provider and shop that answer as told. */
function openWorld() {
  let nowMs = 1_000_000;
  let timers: { atMs: number; work: () => void }[] = [];
  let kept: Kept | null = null;
  const tabs: (() => void)[] = [];
  const providerListeners: ((user: null) => void)[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  const world = {
    /** Who is signed in at the provider, by the cookie that all tabs share. */
    signedIn: null as string | null,
    role: 'customer' as 'customer' | 'admin',
    calls: [] as string[],
    /** What the next calls of one kind fail with. */
    failures: { proof: [] as Error[], exchange: [] as Error[], signOut: [] as Error[] },
    googleRefuses: null as SignInProblem | null,
    /** Holds a call back until it is let go. */
    held: null as Promise<void> | null,
    gone: 0,
    left: 0,
    /** Tells all tabs that nobody is signed in at the provider, as some providers do. */
    tellGone: () => {
      for (const listener of providerListeners) listener(null);
    },
    kept: () => kept,
    setKept(next: Kept | null) {
      kept = next;
    },
    async pass(ms: number) {
      const untilMs = nowMs + ms;
      for (;;) {
        const next = timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
        if (next === undefined) break;
        nowMs = Math.max(nowMs, next.atMs);
        timers = timers.filter((timer) => timer !== next);
        next.work();
        await settle();
      }
      nowMs = untilMs;
      await settle();
    },
    openTab,
  };
  const fail = (kind: keyof typeof world.failures) => {
    const failure = world.failures[kind].shift();
    if (failure !== undefined) throw failure;
  };
  const proofOf = (email: string) =>
    `h.${Buffer.from(JSON.stringify({ email, name: 'Ada ✓', email_verified: true })).toString('base64url')}.s`;

  function openTab(): ShopSession {
    const client: IdentityClient = {
      async signIn({ email, password }) {
        world.calls.push('signIn');
        if (password !== 'right') throw problem(401, 'WRONG_CREDENTIALS', 'Invalid email or password');
        world.signedIn = email;
      },
      async createAccount({ email, name }) {
        world.calls.push('createAccount');
        world.signedIn = email;
        return { email, name };
      },
      async signInWithGoogle(ready) {
        world.calls.push('openWindow');
        await ready;
        world.calls.push('signInWithGoogle');
        const refused = world.googleRefuses;
        if (refused !== null) throw refused;
        world.signedIn = 'ada@example.com';
      },
      async setDisplayName() {
        world.calls.push('setDisplayName');
      },
      async sendPasswordReset() {
        world.calls.push('sendPasswordReset');
      },
      passwordLinks: null,
      async sendEmailVerification() {
        world.calls.push('sendEmailVerification');
        return { emailVerified: true };
      },
      async signOut() {
        world.calls.push('signOut');
        fail('signOut');
        world.signedIn = null;
      },
      async proof() {
        world.calls.push('proof');
        await world.held;
        fail('proof');
        return world.signedIn === null ? null : proofOf(world.signedIn);
      },
      onChange(listener) {
        providerListeners.push(listener);
        return () => undefined;
      },
    };
    const own: { listener: () => void } = { listener: () => undefined };
    const tellOthers = () => {
      for (const listener of tabs) if (listener !== own.listener) listener();
    };
    const shelf: SessionShelf = {
      read: () => kept,
      keep(token, session) {
        kept = { token, session };
        tellOthers();
      },
      forget() {
        kept = null;
        tellOthers();
      },
      onForeignChange(listener) {
        own.listener = listener;
        tabs.push(listener);
      },
    };
    const session = createShopSession({
      client,
      shelf,
      exchange: async (email) => {
        world.calls.push('exchange');
        await world.held;
        fail('exchange');
        return { token: `token of ${email} at ${nowMs}`, expiresInSeconds: 900, role: world.role };
      },
      alone: (work) => {
        const next = queue.then(work, work);
        queue = next.catch(() => undefined);
        return next;
      },
      nowMs: () => nowMs,
      later(delayMs, work) {
        const timer = { atMs: nowMs + delayMs, work };
        timers.push(timer);
        return () => {
          timers = timers.filter((one) => one !== timer);
        };
      },
      userGone: () => {
        world.gone += 1;
      },
      userLeft: () => {
        world.left += 1;
      },
    });
    session.start();
    return session;
  }
  return world;
}

const problem = (status: number, code: string, detail: string) =>
  new ApiError({ type: 'about:blank', title: code, status, code, detail });
const offline = () => problem(0, 'NETWORK', 'The server could not be reached');
const deactivated = () => problem(403, 'DEACTIVATED', 'This account is deactivated');
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const ADA = { email: 'ada@example.com', password: 'right' };

async function signedInTab(world: ReturnType<typeof openWorld>) {
  const tab = world.openTab();
  await tab.provider.signIn(ADA);
  world.calls = [];
  return tab;
}

describe('signing in', () => {
  test('exchanges the proof for a token, keeps it, and shows who it is', async () => {
    const world = openWorld();
    const tab = world.openTab();
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });
    expect(await tab.tokens.tokenFor('partsCreate')).toBeNull();
    expect(world.calls).toEqual([]);

    expect(await tab.provider.signIn(ADA)).toEqual({ ok: true });
    expect(tab.provider.current()).toEqual({
      status: 'signed-in',
      user: { email: 'ada@example.com', name: 'Ada ✓', emailVerified: true, role: 'customer' },
    });
    expect(await tab.tokens.tokenFor('orderPlace')).toBe(world.kept()?.token);
    expect(world.calls).toEqual(['signIn', 'proof', 'exchange']);
  });

  test("shows the provider's text and keeps nothing when it fails", async () => {
    const world = openWorld();
    const tab = world.openTab();
    const result = await tab.provider.signIn({ ...ADA, password: 'wrong' });
    expect(result).toEqual({ ok: false, message: 'Invalid email or password' });
    expect(world.kept()).toBeNull();
    expect(tab.provider.current().status).toBe('signed-out');
  });

  test('of someone deactivated says so, and signs them out at the provider', async () => {
    const world = openWorld();
    const tab = world.openTab();
    world.failures.exchange.push(deactivated());
    expect(await tab.provider.signIn(ADA)).toEqual({ ok: false, message: 'This account is deactivated' });
    await settle();
    expect(world.signedIn).toBeNull();
  });

  test('with Google opens the window at once, and begins there when an earlier sign-out is over', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.failures.signOut.push(offline());
    await tab.provider.signOut();
    await settle();
    world.calls = [];
    const entering = tab.provider.signInWithGoogle();
    expect(world.calls).toEqual(['openWindow']);
    await world.pass(60_000);
    expect(await entering).toEqual({ ok: true });
    expect(world.calls).toEqual(['openWindow', 'signInWithGoogle', 'proof', 'exchange']);
    expect(tab.provider.current()).toMatchObject({ status: 'signed-in' });
  });

  test("with Google shows why it was refused and hands on the provider's offer", async () => {
    const world = openWorld();
    const tab = world.openTab();
    const offer = { label: 'Send the mail again', take: async () => 'It is on its way.' };
    world.googleRefuses = new SignInProblem('Verify your email first', { offer });
    expect(await tab.provider.signInWithGoogle()).toEqual({
      ok: false,
      message: 'Verify your email first',
      offer,
    });
    expect(world.kept()).toBeNull();
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });
  });

  test('up makes the account, then asks for the token', async () => {
    const world = openWorld();
    const tab = world.openTab();
    expect(await tab.provider.signUp({ ...ADA, name: ' Ada ' })).toEqual({ ok: true });
    expect(world.calls).toEqual(['createAccount', 'setDisplayName', 'proof', 'exchange']);
  });
});

describe('a reload', () => {
  test('restores the session without a call while its token is good', async () => {
    const world = openWorld();
    await signedInTab(world);
    const reloaded = world.openTab();
    expect(reloaded.provider.current().status).toBe('signed-in');
    expect(world.calls).toEqual([]);
  });

  test('with a token that has run out shows nothing until there is a new one', async () => {
    const world = openWorld();
    await signedInTab(world);
    const old = world.kept();
    if (old?.session) world.setKept({ ...old, session: { ...old.session, expiresAtMs: 0 } });
    const reloaded = world.openTab();
    expect(reloaded.provider.current()).toEqual({ status: 'loading' });
    await settle();
    expect(reloaded.provider.current().status).toBe('signed-in');
  });

  test('with a token of which nothing is known finds out', async () => {
    const world = openWorld();
    world.setKept({ token: 'left by someone', session: null });
    const tab = world.openTab();
    await settle();
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });
    expect(world.kept()).toBeNull();
  });

  test('without a connection is no sign-out: it says so, keeps what there is, and tries again', async () => {
    const world = openWorld();
    world.signedIn = 'ada@example.com';
    world.setKept({ token: 'old', session: null });
    world.failures.proof.push(offline(), offline());
    world.failures.exchange.push(problem(503, 'UNAVAILABLE', 'later'));
    const tab = world.openTab();
    await settle();
    expect(tab.provider.current()).toMatchObject({ status: 'failed' });
    expect(world.kept()?.token).toBe('old');
    await world.pass(1_000);
    expect(tab.provider.current()).toMatchObject({ status: 'failed' });
    await world.pass(2_000);
    expect(tab.provider.current()).toMatchObject({ status: 'failed' });
    await world.pass(4_000);
    expect(tab.provider.current()).toMatchObject({ status: 'signed-in' });
  });

  test('can be tried again at once', async () => {
    const world = openWorld();
    world.signedIn = 'ada@example.com';
    world.setKept({ token: 'old', session: null });
    world.failures.proof.push(offline());
    const tab = world.openTab();
    await settle();
    const failed = tab.provider.current();
    if (failed.status === 'failed') failed.retry();
    await settle();
    expect(tab.provider.current().status).toBe('signed-in');
  });
});

describe('renewal', () => {
  test('comes by itself before the token runs out, again and again', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    const first = world.kept()?.token;
    await world.pass(13 * MINUTE_MS);
    expect(world.kept()?.token).toBe(first);
    await world.pass(MINUTE_MS + 1);
    expect(world.kept()?.token).not.toBe(first);
    world.calls = [];
    await world.pass(60 * MINUTE_MS);
    expect(world.calls.filter((call) => call === 'exchange')).toHaveLength(4);
    expect(tab.provider.current().status).toBe('signed-in');
  });

  test('is one call for all who need it at once, in all tabs', async () => {
    const world = openWorld();
    const tabs = [await signedInTab(world), world.openTab(), world.openTab()];
    const old = world.kept();
    if (old?.session) world.setKept({ ...old, session: { ...old.session, expiresAtMs: 0 } });
    const tokens = await Promise.all(
      tabs.flatMap((tab) => [tab.tokens.tokenFor('orderPlace'), tab.tokens.tokenFor('orderGet')]),
    );
    expect(new Set(tokens).size).toBe(1);
    expect(world.calls).toEqual(['proof', 'exchange']);
  });

  test('answers a 401, once for all calls that got it', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    await world.pass(5 * MINUTE_MS);
    world.role = 'admin';
    const refused = world.kept()?.token ?? '';
    const renewed = await Promise.all([
      tab.tokens.renewAfter401('usersList', refused),
      tab.tokens.renewAfter401('orderGet', refused),
    ]);
    expect(renewed).toEqual([true, true]);
    expect(world.calls).toEqual(['proof', 'exchange']);
    expect(tab.provider.current()).toMatchObject({ user: { role: 'admin' } });
    expect(await tab.tokens.renewAfter401('orderGet', refused)).toBe(true);
    expect(world.calls).toEqual(['proof', 'exchange']);
  });

  test('answers the 401 of a token that has only just come, too: its owner may have been promoted or removed since', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.role = 'admin';
    await world.pass(1);
    expect(await tab.tokens.renewAfter401('usersList', world.kept()?.token ?? '')).toBe(true);
    expect(tab.provider.current()).toMatchObject({ user: { role: 'admin' } });
  });

  test('that fails leaves the user signed in, and is tried again', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.failures.proof.push(offline(), offline(), offline());
    await world.pass(14 * MINUTE_MS + 500);
    expect(tab.provider.current().status).toBe('signed-in');
    expect(await tab.tokens.tokenFor('orderGet')).toBe(world.kept()?.token);
    await world.pass(10_000);
    expect(world.calls.at(-1)).toBe('exchange');
    expect(tab.provider.current().status).toBe('signed-in');
  });

  test('without a connection fails the call, once the token has run out', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    const old = world.kept();
    if (old?.session) world.setKept({ ...old, session: { ...old.session, expiresAtMs: 0 } });
    world.failures.proof.push(offline());
    await expect(tab.tokens.tokenFor('orderPlace')).rejects.toMatchObject({ problem: { code: 'NETWORK' } });
  });

  test.each([
    ['deactivated', deactivated()],
    ['not believed', problem(401, 'UNAUTHENTICATED', 'The proof of identity has expired')],
  ])('of someone %s ends the session', async (_, refusal) => {
    const world = openWorld();
    const tab = await signedInTab(world);
    await world.pass(5 * MINUTE_MS);
    world.failures.exchange.push(refusal);
    expect(await tab.tokens.renewAfter401('orderGet', world.kept()?.token ?? '')).toBe(false);
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });
    expect(world.kept()).toBeNull();
    expect(world.gone).toBe(1);
  });
});

describe('signing out', () => {
  test('removes the token at once, in all tabs, and ends the session at the provider', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    const other = world.openTab();
    await tab.provider.signOut();
    expect(world.kept()).toBeNull();
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });
    expect(other.provider.current()).toEqual({ status: 'signed-out' });
    expect(await other.tokens.tokenFor('orderGet')).toBeNull();
    expect(world.gone).toBe(2);
    await settle();
    expect(world.signedIn).toBeNull();
  });

  test('is told to who forgets what was typed, and only in the tab where somebody signs out', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.openTab();
    await tab.provider.signOut();
    expect(world.gone).toBe(2);
    expect(world.left).toBe(1);
  });

  test('is not what the end of a session is: whoever typed something may come back to it', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.signedIn = null;
    world.tellGone();
    await settle();
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });

    await tab.provider.signIn(ADA);
    world.failures.exchange.push(deactivated());
    await tab.tokens.renewAfter401('orderGet', world.kept()?.token ?? '');
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });

    await tab.provider.signIn(ADA);
    await tab.provider.signIn({ ...ADA, email: 'grace@example.com' });
    expect(world.gone).toBe(3);
    expect(world.left).toBe(0);
  });

  test('is tried again at the provider when it does not answer, unless someone signs in', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.failures.signOut.push(offline());
    await tab.provider.signOut();
    await world.pass(5_000);
    expect(world.signedIn).toBeNull();

    await tab.provider.signIn(ADA);
    world.failures.signOut.push(offline());
    await tab.provider.signOut();
    await settle();
    const entering = tab.provider.signIn({ ...ADA, email: 'grace@example.com' });
    await world.pass(60_000);
    expect(await entering).toEqual({ ok: true });
    expect(world.signedIn).toBe('grace@example.com');
  });

  test.each(['the same tab', 'another tab'])('in %s during a renewal is not undone by it', async (where) => {
    const world = openWorld();
    const tab = await signedInTab(world);
    const other = world.openTab();
    await world.pass(5 * MINUTE_MS);
    let letGo: () => void = () => undefined;
    world.held = new Promise((resolve) => {
      letGo = resolve;
    });
    const renewal = tab.tokens.renewAfter401('orderGet', world.kept()?.token ?? '');
    await settle();
    await (where === 'the same tab' ? tab : other).provider.signOut();
    letGo();
    expect(await renewal).toBe(false);
    await settle();
    expect(world.kept()).toBeNull();
    expect(tab.provider.current()).toEqual({ status: 'signed-out' });
  });
});

describe('a provider that tells of the end of its session', () => {
  test('ends the one of the shop, in all tabs', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    const other = world.openTab();
    world.signedIn = null;
    world.tellGone();
    await settle();
    expect(world.kept()).toBeNull();
    expect([tab, other].map(({ provider }) => provider.current().status)).toEqual([
      'signed-out',
      'signed-out',
    ]);
  });

  test('is asked, as someone may be signed in again by then', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    world.tellGone();
    await settle();
    expect(tab.provider.current().status).toBe('signed-in');
  });

  test('is no news to a browser without a session, or in the middle of a sign-in', async () => {
    const world = openWorld();
    const tab = await signedInTab(world);
    await tab.provider.signOut();
    await settle();
    world.calls.length = 0;
    world.tellGone();
    await settle();
    expect(world.calls).toEqual([]);
    const entering = tab.provider.signIn(ADA);
    world.tellGone();
    expect(await entering).toEqual({ ok: true });
    expect(world.calls).toEqual(['signIn', 'proof', 'exchange']);
  });
});

describe('other tabs', () => {
  test('are signed in by a sign-in, and change user with it', async () => {
    const world = openWorld();
    const waiting = world.openTab();
    const changes: string[] = [];
    waiting.provider.subscribe(() => changes.push(waiting.provider.current().status));
    const tab = await signedInTab(world);
    expect(waiting.provider.current()).toMatchObject({ user: { email: 'ada@example.com' } });
    await tab.provider.signIn({ ...ADA, email: 'grace@example.com' });
    expect(waiting.provider.current()).toMatchObject({ user: { email: 'grace@example.com' } });
    expect(changes).toEqual(['signed-in', 'signed-in']);
    expect(world.gone).toBe(2);
  });
});
