/** Fields that are seen, and typed into, before their script is there. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a field whose value a component keeps: tells it what somebody typed before its script ran, which React leaves in the
 * field and says nothing of.
 *
 * @returns the field's ref
 */
export function useTypedEarly(
  value: string,
  onTyped: (value: string) => void,
): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  // At any later time both are the same.
  useLayoutEffect(() => {
    const typed = field.current?.value ?? value;
    if (typed !== value) onTyped(typed);
  });
  return field;
}
