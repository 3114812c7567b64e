/** The reader's clock, for what counts down while it is looked at. */
import { useEffect, useState } from 'react';

/** The present in milliseconds, set anew every `everyMs`. Only in pages that are rendered in the browser. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
