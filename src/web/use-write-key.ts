/** Keys that make a repeated write safe: the same input sent again, after a fault, is the same write. */
import { useRef } from 'react';

/**
 * Answers the `Idempotency-Key` for an input: the one of the last try as long as the input is the same, else a new one.
 * `forget` after success, so that the same input entered anew is a new write.
 */
export function useWriteKey() {
  const last = useRef<{ readonly input: string; readonly key: string } | null>(null);
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input);
      if (last.current?.input !== text) last.current = { input: text, key: newKey() };
      return last.current.key;
    },
    forget(): void {
      last.current = null;
    },
  };
}

// Not `randomUUID`, which a shop on a local network without TLS does not have.
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
