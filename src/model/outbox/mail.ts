// A mail that is to be sent.

/** A piece of a mail's HTML part. */
export type MailBlock =
  /** A paragraph; addresses in it become links. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'heading'; readonly text: string; readonly link?: string | undefined }
  | { readonly kind: 'button'; readonly label: string; readonly url: string }
  | MessageBlock
  /** Small print at the end. */
  | { readonly kind: 'note'; readonly text: string; readonly link?: string | undefined };

/** A message that the mail shows. */
export interface MessageBlock {
  readonly kind: 'message';
  /** Whose picture is shown beside it; undefined where the reader may not know who wrote it. */
  readonly senderId: number | undefined;
  readonly name: string;
  readonly moment: string;
  /** Made of the message for mail. */
  readonly html: string;
}

/** What a mail says, and to whom; who sends it is the same for all. */
export interface Mail {
  readonly to: string;
  /** Whether it also goes to the address of an account that has not confirmed it, which may be another person's mailbox. */
  readonly goesToUnconfirmed?: boolean | undefined;
  readonly subject: string;
  /** Paragraphs with an empty line between them. */
  readonly text: string;
  /** The same in pieces, which are made HTML when the mail is sent; left out, the paragraphs of the text. */
  readonly blocks?: readonly MailBlock[] | undefined;
  /** What it is written in (BCP 47); English unless given. */
  readonly language?: string | undefined;
  /** A whole document in place of the blocks, as versions before these wrote it: mail may still wait from then. */
  readonly html?: string | undefined;
  /** Where answers go; left out, to the sender's address, which nobody reads. */
  readonly replyTo?: string | undefined;
  /** The conversation that it is about: mail programs show the mails of one together. */
  readonly conversationId?: number | undefined;
  /** For mail that nobody asked for: what takes the person off the list, by one POST. */
  readonly unsubscribeUrl?: string | undefined;
}
