/** What was asked for lately and had to be made. */
import { hash } from 'node:crypto';

/** Of so many addresses it is known, and of the next so many until those before are forgotten. */
const REMEMBERED = 5_000;

/** Remembers addresses in little room, however long they are. */
export function askedLately(remembered = REMEMBERED) {
  let newer = new Set<string>();
  let older = new Set<string>();
  return {
    /** Notes that this is asked for, and tells whether it was before. */
    note(address: string): boolean {
      const mark = hash('sha1', address, 'base64url');
      const wasAskedFor = newer.has(mark) || older.has(mark);
      newer.add(mark);
      if (newer.size >= remembered) {
        older = newer;
        newer = new Set();
      }
      return wasAskedFor;
    },
  };
}
