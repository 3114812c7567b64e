/** The port to whoever carries mail. */

export type Mail = {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `<left>@<right>` without brackets. The same id is the same mail, so that sending twice does no harm. */
  readonly messageId: string;
  /**
   * Where a mail program signs the reader off a list, by one POST and without asking anything (RFC 8058). For mail to a
   * list alone.
   */
  readonly oneClickUnsubscribeUrl?: string | undefined;
};

export type Mailer = {
  /**
   * Done when the mail is in other hands; throws when it is not, and sending again is right then.
   *
   * @throws FinalFailure when this mail will never be taken, such as to a mailbox that is not there.
   */
  send(mail: Mail): Promise<void>;
};

/** A mailer that holds something open. */
export type OpenMailer = Mailer & {
  /** Lets go of it, once what is being handed over has been. */
  close(): Promise<void>;
};
