/** A Google that a test can tell what to say: OpenID configuration, keys and token endpoint, over real HTTP. */
import { Hono } from 'hono';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { listenOnLoopback } from '#main/listen-on-loopback.ts';
import type { Answer, Browser } from './identity-fixture.ts';

const CLIENT_ID = 'shop.apps.google.test';
const CLIENT_SECRET = 'the secret of the shop at Google';

/** Somebody at this Google. */
export type Somebody = {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name?: string;
};

export type TestGoogle = {
  readonly issuer: string;
  readonly clientId: string;
  readonly connect: () => Promise<{ issuer: string; clientId: string; clientSecret: string }>;
  /** How it misbehaves in the next answer with a token. */
  next: {
    /** Claims in place of the right ones; undefined leaves one out. */
    claims?: JWTPayload;
    /** What becomes of the token on its way. */
    alter?: (token: string) => string | Promise<string>;
    status?: number;
    body?: string;
  };
  /** Nobody listens at the addresses of Google any more, or again. */
  down: boolean;
  /** What the token endpoint was sent last. */
  readonly asked: () => URLSearchParams;
  /** Somebody chooses their account in the window at `url`: what the window comes back with. */
  choose(url: string, somebody: Somebody): { readonly code: string; readonly state: string };
  /** The whole of a sign-in by somebody in a browser. */
  signIn(browser: Browser, somebody: Somebody): Promise<Answer>;
  close(): Promise<void>;
};

/** The beginning of a sign-in, as the page gets it. */
export async function startGoogle(browser: Browser): Promise<{ url: string; attempt: string }> {
  const answer = await browser.call('POST', '/auth/google/start');
  if (answer.status !== 200) throw new Error(`Not begun: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function openTestGoogle(): Promise<TestGoogle> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const codes = new Map<string, { somebody: Somebody; asked: URLSearchParams }>();
  let asked = new URLSearchParams();
  let issuer = '';
  const app = new Hono();
  app.use(async (c, next) => {
    if (google.down) return c.text('Bad gateway', 502);
    await next();
    return undefined;
  });
  app.get('/.well-known/openid-configuration', (c) =>
    c.json({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/certs`,
    }),
  );
  app.get('/certs', async (c) =>
    c.json({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }] }),
  );
  app.post('/token', async (c) => {
    asked = new URLSearchParams(await c.req.text());
    const known = codes.get(asked.get('code') ?? '');
    codes.delete(asked.get('code') ?? '');
    const { next } = google;
    google.next = {};
    if (next.status !== undefined) return c.body(next.body ?? '{}', next.status as 500);
    const challenge = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked.get('code_verifier') ?? '')),
    ).toString('base64url');
    const isRight =
      known !== undefined &&
      asked.get('client_id') === CLIENT_ID &&
      asked.get('client_secret') === CLIENT_SECRET &&
      asked.get('redirect_uri') === known.asked.get('redirect_uri') &&
      challenge === known.asked.get('code_challenge');
    if (!isRight) return c.json({ error: 'invalid_grant' }, 400);
    const seconds = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({
      iss: issuer,
      aud: CLIENT_ID,
      iat: seconds,
      exp: seconds + 3_600,
      nonce: known.asked.get('nonce'),
      ...known.somebody,
      ...next.claims,
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(privateKey);
    return c.json({ access_token: 'unused', id_token: (await next.alter?.(token)) ?? token });
  });
  const { port, close } = await listenOnLoopback(app);
  issuer = `http://127.0.0.1:${port}`;

  const google: TestGoogle = {
    issuer,
    clientId: CLIENT_ID,
    connect: async () => ({ issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
    next: {},
    down: false,
    asked: () => asked,
    choose(url, somebody) {
      const query = new URL(url).searchParams;
      const code = `code-${codes.size}-${Math.random()}`;
      codes.set(code, { somebody, asked: query });
      return { code, state: query.get('state') ?? '' };
    },
    async signIn(browser, somebody) {
      const { url, attempt } = await startGoogle(browser);
      return browser.call('POST', '/auth/google/finish', {
        body: { attempt, ...google.choose(url, somebody) },
      });
    },
    close,
  };
  return google;
}
