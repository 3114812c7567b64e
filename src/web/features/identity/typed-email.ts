/** The email that somebody has typed into one form and need not type into the next. */
import { forgetTyped, keepTyped, readTyped } from '#web/typed-in-tab.ts';

const NAME = 'email';

export const keepTypedEmail = (email: string): void => keepTyped(NAME, email);

/** Once: who comes after them in the same tab is somebody else. Empty where none was typed. */
export function takeTypedEmail(): string {
  const typed = readTyped(NAME);
  forgetTyped(NAME);
  return typeof typed === 'string' ? typed : '';
}
