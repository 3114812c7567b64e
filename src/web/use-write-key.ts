/** Keys that make a repeated write safe: the same input sent again, after a fault, is the same write. */
import { useRef } from 'react';
import { randomKey } from './random-key.ts';

/**
 * Answers the `Idempotency-Key` for an input: the one of the last try as long as the input is the same, else a new one.
 * `forget` after success, so that the same input entered anew is a new write.
 */
export function useWriteKey() {
  const last = useRef<{ readonly input: string; readonly key: string } | null>(null);
  return {
    keyFor(input: unknown): string {
      const text = JSON.stringify(input);
      if (last.current?.input !== text) last.current = { input: text, key: randomKey() };
      return last.current.key;
    },
    forget(): void {
      last.current = null;
    },
  };
}
