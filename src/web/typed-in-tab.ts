/**
 * What somebody has typed and not sent yet, so that a reload or a sign-in in between loses nothing: kept in this tab alone, until
 * they have sent it, sign out, or close the tab.
 */
const PREFIX = 'mainshaft.typed.';

/** What is kept under this name, which may be anything; null where there is nothing. */
export function readTyped(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps it; where storage is switched off or full, nothing is. */
export function keepTyped(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // It lasts as long as the page.
  }
}

export function forgetTyped(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // There was nothing in it.
  }
}

/** Forgets all of it, whoever typed it. */
export function forgetAllTyped(): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
  } catch {
    // There was nothing in it.
  }
}
