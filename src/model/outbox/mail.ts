// A mail to be sent.

/** A part of a mail's HTML version. */
export type MailBlock =
  /** A paragraph. URLs in it become links. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string; readonly link?: string | undefined }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | MessageBlock
  /** Small print at the end. */
  | { readonly kind: 'note'; readonly text: string; readonly link?: string | undefined };

/** A message shown in a mail. */
export interface MessageBlock {
  readonly kind: 'message';
  /** The account whose picture is shown; undefined if the recipient may not know the sender. */
  readonly senderId: number | undefined;
  readonly name: string;
  readonly moment: string;
  /** The message's HTML, converted for mail. */
  readonly html: string;
}

/** The content and recipient of a mail. The sender is the same for all mails. */
export interface Mail {
  readonly to: string;
  /** Whether it is also sent to an unconfirmed address of an account, which may be another person's mailbox. */
  readonly goesToUnconfirmed?: boolean | undefined;
  readonly subject: string;
  /** Paragraphs separated by empty lines. */
  readonly text: string;
  /** The same as parts, from which the HTML is made when the mail is sent. If omitted, the paragraphs of `text`. */
  readonly blocks?: readonly MailBlock[] | undefined;
  /** The language (BCP 47); English by default. */
  readonly language?: string | undefined;
  /** A whole HTML document instead of blocks, which earlier versions wrote. Such mails may still be waiting. */
  readonly html?: string | undefined;
  /** The address for replies. If omitted, the sender's address, which no one reads. */
  readonly replyTo?: string | undefined;
  /** The conversation that it is about, so that mail programs can group its mails. */
  readonly conversationId?: number | undefined;
  /** For mails that were not requested: a POST to this URL unsubscribes the person. */
  readonly unsubscribeUrl?: string | undefined;
}
