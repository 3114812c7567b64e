/**
 * Which identity provider a shop has, as its pages tell their script: in the head of the page, since a session is
 * restored before anything else is known.
 */

/** A project of Firebase Authentication; none of it is a secret. */
export type FirebaseProject = {
  readonly projectId: string;
  readonly apiKey: string;
  /** The host of the window in which people sign in with Google. */
  readonly authDomain: string;
  /** Whether people may sign in with Google. */
  readonly google: boolean;
};

const NAME = 'mainshaft-firebase';

/** What the head of a page says of the provider: nothing of the embedded one. */
export function providerMeta(identity: {
  readonly google: boolean;
  readonly firebase: Omit<FirebaseProject, 'google'> | null;
}): readonly { readonly name: string; readonly content: string }[] {
  const { firebase, google } = identity;
  return firebase === null ? [] : [{ name: NAME, content: JSON.stringify({ ...firebase, google }) }];
}

/**
 * The project that this page names; null where it names none.
 *
 * @param contentOf reads a `<meta>` of the page by its name
 */
export function firebaseOfPage(contentOf: (name: string) => string | null): FirebaseProject | null {
  const content = contentOf(NAME);
  if (content === null) return null;
  const { projectId, apiKey, authDomain, google } = JSON.parse(content);
  return {
    projectId: String(projectId),
    apiKey: String(apiKey),
    authDomain: String(authDomain),
    google: google === true,
  };
}
