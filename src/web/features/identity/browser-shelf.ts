/** Keeps the session in local storage. */
import { ACCESS_TOKEN_KEY, keepAccessToken, readAccessToken } from '#web/calls/access-token.ts';
import { type Kept, type KeptSession, parseSession, type SessionShelf } from './kept-session.ts';

const SESSION_KEY = 'mainshaft.session';

/** Local storage; where it is switched off, this page's memory. */
export function browserShelf(): SessionShelf {
  let inMemory: Kept | null = null;
  return {
    read() {
      const token = readAccessToken();
      if (token === null) return inMemory;
      return { token, session: readSession() };
    },
    keep(token, session) {
      // The session first: other tabs look at both when they hear of the token.
      try {
        localStorage.setItem(SESSION_KEY, JSON.stringify(session));
      } catch {
        // Nor will the token be kept.
      }
      keepAccessToken(token);
      inMemory = readAccessToken() === token ? null : { token, session };
    },
    forget() {
      inMemory = null;
      keepAccessToken(null);
      try {
        localStorage.removeItem(SESSION_KEY);
      } catch {
        // There was nothing in it.
      }
    },
    onForeignChange(listener) {
      window.addEventListener('storage', (event) => {
        // A null key: all of the storage was cleared.
        if (event.key === ACCESS_TOKEN_KEY || event.key === null) listener();
      });
      // A page that the browser kept whole for the way back has heard nothing since it was left.
      window.addEventListener('pageshow', (event) => {
        if (event.persisted) listener();
      });
    },
  };
}

function readSession(): KeptSession | null {
  try {
    return parseSession(JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null'));
  } catch {
    return null;
  }
}
