/** What the provider is told of the Google that it signs people in with. */

/** Where Google is, and as whom the shop asks there. */
export type GoogleConnection = {
  /** Google's name in its tokens; its OpenID configuration is found below it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
};

export type GoogleSettings = {
  /** Whether it is the emulated one of a demo, whose accounts are fenced off from all others. */
  readonly isEmulated: boolean;
  /**
   * Called before each use, so that an emulated one may start then.
   *
   * @throws Error where it can't be had now
   */
  readonly connect: () => Promise<GoogleConnection>;
  /** The shop's own origins: where a sign-in may begin, and where Google sends its window back to. */
  readonly origins: readonly string[];
};

/** Somebody as Google vouches for them. */
export type GooglePerson = {
  /** Their account's unchanging name. */
  readonly subject: string;
  /** In lower case. */
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
};

/** The real Google. */
export const GOOGLE_ISSUER = 'https://accounts.google.com';
/** Where Google sends its window back to, below the shop's origin. To be registered there as it is. */
export const GOOGLE_RETURN_PATH = '/api/auth/callback/google';
