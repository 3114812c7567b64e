/**
 * Browsers in which somebody has signed in to an account before. They bear a mark in a cookie, so that whoever guesses at
 * the account's password elsewhere, from however many addresses, can't keep its owner out.
 *
 * A mark gives nothing but tries of its own: neither a session nor a look at the account.
 */
import { randomUUID } from 'node:crypto';
import { type AccountClaims, createPurposeTokens } from './purpose-tokens.ts';

const LIFETIME_SECONDS = 180 * 24 * 60 * 60;

export type KnownDevices = {
  /** The device that a request's `Cookie` header shows to be known to the account with this email; null for any other. */
  deviceOf(cookie: string | undefined, email: string, now: Date): Promise<string | null>;
  /** The `Set-Cookie` that makes a browser known to an account which is signed in there; null where it is already. */
  cookieFor(
    account: { readonly userId: string; readonly email: string },
    cookie: string | undefined,
    now: Date,
  ): Promise<string | null>;
};

/** Opens the marks of one secret. @param isSecure whether browsers reach the shop over https */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  const name = isSecure ? '__Host-mainshaft.device' : 'mainshaft.device';
  const where = isSecure ? 'Path=/; Secure' : 'Path=/api/auth';
  const marks = createPurposeTokens<AccountClaims & { readonly deviceId: string }>(secret, {
    name: 'known-device',
    lifetimeSeconds: LIFETIME_SECONDS,
    readRest: ({ deviceId }) => (typeof deviceId === 'string' ? { deviceId } : null),
  });
  const deviceOf: KnownDevices['deviceOf'] = async (cookie, email, now) => {
    const mark = cookieNamed(name, cookie);
    if (mark === undefined) return null;
    const read = await marks.read(mark, now);
    return read.ok && read.email === email ? read.deviceId : null;
  };
  return {
    deviceOf,
    async cookieFor(account, cookie, now) {
      if ((await deviceOf(cookie, account.email, now)) !== null) return null;
      const mark = await marks.issue({ ...account, deviceId: randomUUID() }, now);
      return `${name}=${mark}; Max-Age=${LIFETIME_SECONDS}; ${where}; HttpOnly; SameSite=Strict`;
    },
  };
}

function cookieNamed(name: string, header: string | undefined): string | undefined {
  return header
    ?.split(';')
    .map((one) => one.trim())
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
