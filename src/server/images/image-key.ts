/** Keys of kept pictures: what may be one, and which type of picture is under it. */

/** The type of a kept picture is told by the end of its key. */
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

// Without a dot but the one before the ending, no key leads out of a folder or to a hidden file.
const KEY = /^(?:[a-z0-9][a-z0-9_-]*\/)*[a-z0-9][a-z0-9_-]*\.([a-z0-9]+)$/;
const MAX_KEY_LENGTH = 200;

/** The content type of what is kept under a key; undefined where the text is no key. */
export function contentTypeOfKey(key: string): string | undefined {
  const ending = key.length > MAX_KEY_LENGTH ? undefined : KEY.exec(key)?.[1];
  return ending === undefined ? undefined : CONTENT_TYPES[ending];
}

/** @throws Error where nothing of this type may be kept under this key */
export function requireKey(key: string, contentType: string): void {
  if (contentTypeOfKey(key) !== contentType) throw new Error(`no key for ${contentType}: ${key}`);
}
