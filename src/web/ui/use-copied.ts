/** Puts texts on the clipboard and says for a moment that it did. */
import { useState } from 'react';

const COPIED_SHOWN_MS = 1600;

/** Whether something was copied just now, and how to copy. */
export function useCopied(): readonly [boolean, (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    } catch {
      // Not permitted, or not there without TLS: it can still be selected and copied by hand.
    }
  };
  return [copied, copy];
}
