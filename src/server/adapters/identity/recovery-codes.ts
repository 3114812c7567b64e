/** Codes for whoever has lost the app: ten of them, each good once. */
import { createHmac, randomInt } from 'node:crypto';

/** How many there are. */
export const RECOVERY_CODES = 10;
/** Without letters and digits that are taken for each other. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** 49 bits: far beyond what can be tried, as little as can be typed. */
const LENGTH = 10;

/** New codes, written as `abcde-fghjk`. */
export function newRecoveryCodes(): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
    return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`;
  });
}

/** What is kept of a code, however it is typed; null where a text can't be one. */
export function recoveryCodeHash(secret: string, userId: string, typed: string): string | null {
  const letters = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  if (letters.length !== LENGTH) return null;
  return createHmac('sha256', secret).update(`recovery-code:${userId}:${letters}`).digest('base64url');
}
