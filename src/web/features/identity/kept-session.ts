/** The session as it is kept for a reload and for the other tabs. */
import type { SessionUser } from './session.ts';

/** Whom a token is of, and how long it is good for by this machine's own clock. */
export type KeptSession = {
  readonly user: SessionUser;
  readonly receivedAtMs: number;
  readonly expiresAtMs: number;
};

/** A token, and what is known of it; null where that is missing or can't be read. */
export type Kept = { readonly token: string; readonly session: KeptSession | null };

/** Where the session is kept. */
export type SessionShelf = {
  read(): Kept | null;
  keep(token: string, session: KeptSession): void;
  forget(): void;
  /** Calls back when another tab has kept or forgotten a session, or may have while this page was out of sight. */
  onForeignChange(listener: () => void): void;
};

/** A kept session out of what was in the storage, where anything may have been written. */
export function parseSession(value: unknown): KeptSession | null {
  if (!isRecord(value) || !isRecord(value.user)) return null;
  const { receivedAtMs, expiresAtMs, user } = value;
  const { email, name, emailVerified, role } = user;
  if (typeof receivedAtMs !== 'number' || typeof expiresAtMs !== 'number') return null;
  if (typeof email !== 'string' || typeof name !== 'string' || typeof emailVerified !== 'boolean')
    return null;
  if (role !== 'admin' && role !== 'customer') return null;
  return { receivedAtMs, expiresAtMs, user: { email, name, emailVerified, role } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
