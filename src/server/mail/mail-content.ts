/** What a mail says, whatever it is set as. */

/** The shop as its mail names it. */
export type MailingShop = {
  readonly name: string;
  /** Where the shop is found from outside, such as `https://parts.example`. */
  readonly url: string;
};

/** What a mail says, from top to bottom. Everything is plain text, and may come from anyone. */
export type MailContent = {
  /** What lists of mail show beside the subject; the first paragraph unless told. */
  readonly preheader?: string | undefined;
  /** What the mail is about, by its number: `{ label: 'Order', code: 'MS-2026-000042' }`. */
  readonly reference?: { readonly label: string; readonly code: string } | undefined;
  readonly headline: string;
  readonly paragraphs: readonly string[];
  /** The one thing to do next. */
  readonly action: MailLink;
  readonly items: readonly {
    readonly name: string;
    /** A number of it, set as numbers are. */
    readonly code?: string | undefined;
    readonly note: string;
    readonly amount: string;
  }[];
  readonly total?: { readonly label: string; readonly amount: string } | undefined;
  /** Each under its label; a value may have several lines. `isCode` sets it as numbers are. */
  readonly facts: readonly {
    readonly label: string;
    readonly value: string;
    readonly isCode?: boolean | undefined;
  }[];
  /** Why this mail came, and the like: small, at the foot. */
  readonly notes?: readonly string[] | undefined;
  /** Other ways to go, quietly, at the foot. */
  readonly links?: readonly MailLink[] | undefined;
};

export type MailLink = { readonly label: string; readonly url: string };

/** A mail but for whom it is to. */
export type WrittenMail = { readonly subject: string; readonly text: string; readonly html: string };
