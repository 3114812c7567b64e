/** Who calls: everyone that a shop may meet, each as often as the others. */
import { SignJWT } from 'jose';
import { createAccessTokens } from '#server/users/access-token.ts';
import type { TestShop } from '../shop.ts';

export const CALLERS = [
  'anonymous',
  'customer',
  'admin',
  'session',
  'prover',
  'deactivated',
  'demoted',
  'expired',
  'forged',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** The headers by which each is known; asked for at each request, since one may have had to sign in again. */
export type Callers = {
  headersOf(name: CallerName): Promise<Readonly<Record<string, string>>>;
};

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const CUSTOMER = 'customer-of-the-fuzzing@example.test';
const SESSION = 'session-of-the-fuzzing@example.test';
const PASSWORD = 'a password of the fuzzing';

/** Makes them all. `customer` and `admin` are people of the shop who keep what they are. */
export async function openCallers(shop: TestShop): Promise<Callers & { readonly customerId: string }> {
  const customer = await shop.person('customer', CUSTOMER);
  const admin = await shop.person('admin');
  const deactivated = await shop.person('customer');
  const demoted = await shop.person('admin');
  const db = shop.databases.write;
  await db
    .updateTable('shop_user')
    .set({ deactivated_at: new Date() })
    .where('id', '=', deactivated.id)
    .execute();
  await db
    .updateTable('shop_user')
    .set((eb) => ({ role: 'customer', token_epoch: eb('token_epoch', '+', 1) }))
    .where('id', '=', demoted.id)
    .execute();
  const strangers = await createAccessTokens('the secret of some other shop altogether');
  const forged = await strangers.issue({ userId: admin.id, epoch: 0 }, shop.clock.now);
  const expired = await expiredTokenOf(shop, admin.id);
  const session = await openSession(shop);
  return {
    customerId: customer.id,
    async headersOf(name) {
      switch (name) {
        case 'anonymous':
          return {};
        case 'customer':
          return bearer(customer.token);
        case 'admin':
          return bearer(admin.token);
        case 'session':
          return session.headers();
        case 'prover':
          return bearer(await session.proof());
        case 'deactivated':
          return bearer(deactivated.token);
        case 'demoted':
          return bearer(demoted.token);
        case 'expired':
          return bearer(expired);
        case 'forged':
          return bearer(forged);
      }
    },
  };
}

async function expiredTokenOf(shop: TestShop, userId: string): Promise<string> {
  const now = Math.floor(shop.clock.now.getTime() / 1000);
  return new SignJWT({ epoch: 0 })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setIssuer('mainshaft')
    .setAudience('mainshaft-api')
    .setSubject(userId)
    .setIssuedAt(now - 4_000)
    .setExpirationTime(now - 1)
    .sign(new TextEncoder().encode(shop.accessSecret));
}

/** Somebody's session at the identity provider, made anew whenever the fuzzing has ended it. */
async function openSession(shop: TestShop) {
  const post = (path: string, body: object) =>
    fetch(`${shop.url}/api/auth${path}`, {
      method: 'POST',
      headers: { origin: shop.url, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('/sign-up/email', { email: SESSION, password: PASSWORD, name: 'Session' });
  let cookie = '';
  const signIn = async () => {
    const answer = await post('/sign-in/email', { email: SESSION, password: PASSWORD });
    cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  };
  const headers = () => ({ cookie, origin: shop.url, 'sec-fetch-site': 'same-origin' });
  const askProof = () => fetch(`${shop.url}/api/auth/token`, { headers: headers() });
  await signIn();
  return {
    async headers() {
      const answer = await fetch(`${shop.url}/api/auth/get-session`, { headers: headers() });
      if ((await answer.text()) === 'null') await signIn();
      return headers();
    },
    async proof(): Promise<string> {
      let answer = await askProof();
      if (!answer.ok) {
        await signIn();
        answer = await askProof();
      }
      const { token } = (await answer.json()) as { token: string };
      return token;
    },
  };
}
