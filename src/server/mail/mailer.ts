/** The port to whoever carries mail. */

export type Mail = {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `<left>@<right>` without brackets. The same id is the same mail, so that sending twice does no harm. */
  readonly messageId: string;
};

export type Mailer = {
  /** Done when the mail is in other hands; throws when it is not, and sending again is right then. */
  send(mail: Mail): Promise<void>;
};
