/**
 * Browsers in which somebody has signed in to an account before. They bear a mark in a cookie, so that whoever guesses at
 * the account's password elsewhere, from however many addresses, can't keep its owner out.
 *
 * A mark gives nothing but tries of its own: neither a session nor a look at the account. It is of the account and of the
 * password that it had, so none of an account with a password outlives a new one, an end of other sessions or a claim; and a
 * session is one device, however many marks it asks for, so nobody collects tries.
 */
import { createHmac } from 'node:crypto';
import type { KeptPassword, PasswordAccount } from './passwords.ts';
import { type AccountClaims, createPurposeTokens } from './purpose-tokens.ts';

const LIFETIME_SECONDS = 180 * 24 * 60 * 60;

/** An account by its email. It is read only for whoever bears a mark of that email, so that nobody else waits for it. */
export type MarkedAccount = {
  readonly email: string;
  readonly read: () => Promise<PasswordAccount | undefined>;
};
/** A session, and the password that its account has. */
export type MarkedSession = AccountClaims & {
  readonly sessionId: string;
  readonly password: KeptPassword | null;
};

export type KnownDevices = {
  /** The device that a request's `Cookie` header shows to be known to this account; null for any other. */
  deviceOf(cookie: string | undefined, account: MarkedAccount, now: Date): Promise<string | null>;
  /** The `Set-Cookie` that makes a browser known to an account which is signed in there; null where it is already. */
  cookieFor(session: MarkedSession, cookie: string | undefined, now: Date): Promise<string | null>;
};

/** Opens the marks of one secret. @param isSecure whether browsers reach the shop over https */
export function createKnownDevices(secret: string, isSecure: boolean): KnownDevices {
  const name = isSecure ? '__Host-mainshaft.device' : 'mainshaft.device';
  const where = isSecure ? 'Path=/; Secure' : 'Path=/api/auth';
  const marks = createPurposeTokens<
    AccountClaims & { readonly deviceId: string; readonly passwordMark: string }
  >(secret, {
    name: 'known-device',
    lifetimeSeconds: LIFETIME_SECONDS,
    readRest: ({ deviceId, passwordMark }) =>
      typeof deviceId === 'string' && typeof passwordMark === 'string' ? { deviceId, passwordMark } : null,
  });
  /** Stands for the password that an account has, and tells nothing of it. */
  const passwordMarkOf = ({ userId, password }: PasswordAccount) =>
    createHmac('sha256', secret)
      .update(`known-device:${userId}:${password?.hash ?? ''}:${password?.keptAt.getTime() ?? ''}`)
      .digest('base64url')
      .slice(0, 22);
  const deviceOf: KnownDevices['deviceOf'] = async (cookie, { email, read }, now) => {
    const mark = cookieNamed(name, cookie);
    if (mark === undefined) return null;
    const shown = await marks.read(mark, now);
    if (!shown.ok || shown.email !== email) return null;
    const account = await read();
    const isOfIt = account?.userId === shown.userId && passwordMarkOf(account) === shown.passwordMark;
    return isOfIt ? shown.deviceId : null;
  };
  return {
    deviceOf,
    async cookieFor({ sessionId, password, ...claims }, cookie, now) {
      const account = { userId: claims.userId, password };
      const read = async () => account;
      if ((await deviceOf(cookie, { email: claims.email, read }, now)) !== null) return null;
      const passwordMark = passwordMarkOf(account);
      const mark = await marks.issue({ ...claims, deviceId: sessionId, passwordMark }, now);
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
