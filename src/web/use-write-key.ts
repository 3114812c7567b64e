/** Keys that make a repeated write safe: the same input sent again, after a fault, is the same write. */
import { useRef } from 'react';
import { randomKey } from './random-key.ts';

/**
 * Answers the `Idempotency-Key` for an input: the same one each time until it is forgotten, whatever else is sent between.
 * `forget` when the input asked for last was answered for certain: entered anew, it is a new write. Keys last as long as the
 * component, which should therefore stay where its form comes and goes.
 */
export function useWriteKey() {
  const keys = useRef(new Map<string, string>());
  const last = useRef('');
  return {
    keyFor(input: unknown): string {
      last.current = JSON.stringify(input);
      const key = keys.current.get(last.current) ?? randomKey();
      keys.current.set(last.current, key);
      return key;
    },
    forget(): void {
      keys.current.delete(last.current);
    },
  };
}
