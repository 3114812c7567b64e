/**
 * Codes of an app: TOTP (RFC 6238) as every app knows it, six digits by SHA-1 every 30 seconds. Pure but for the making of a
 * secret; the moment is an argument.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** As long as SHA-1's own block asks for (RFC 4226 recommends 160 bits). */
const SECRET_BYTES = 20;
/** How many steps a phone's clock, or a slow reader, may be off in either direction. */
const WINDOW_STEPS = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret as apps take it: base32 (RFC 4648) without padding. */
export function newTotpSecret(): string {
  return base32Of(randomBytes(SECRET_BYTES));
}

/** What an app reads from a QR code: whose secret it is, and the secret. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

/** The step of 30 seconds that a moment lies in. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** The code of a step. */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The step whose code this is, of those around a moment; null where it is none of theirs. All of them are compared, in
 * constant time.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (code.length !== DIGITS) return null;
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let off = -WINDOW_STEPS; off <= WINDOW_STEPS; off += 1) {
    const step = stepAt(now) + off;
    const expected = Buffer.from(codeOfStep(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

function base32Of(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += BASE32.charAt((held >> bits) & 31);
    }
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32.charAt((held << (5 - bits)) & 31) : text;
}

function bytesOf(secret: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const letter of secret) {
    held = (held << 5) | BASE32.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 255);
    held &= (1 << bits) - 1;
  }
  return Uint8Array.from(bytes);
}
