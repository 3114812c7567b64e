/** The email that somebody has typed into one form and need not type into the next. */
import { keepTyped, readTyped } from '#web/typed-in-tab.ts';

const NAME = 'email';

export const keepTypedEmail = (email: string): void => keepTyped(NAME, email);

/** Empty where none was typed. */
export function readTypedEmail(): string {
  const typed = readTyped(NAME);
  return typeof typed === 'string' ? typed : '';
}
