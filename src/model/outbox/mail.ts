// A mail that is to be sent.

/** What a mail says, and to whom; who sends it is the same for all. */
export interface Mail {
  readonly to: string;
  /** Whether it also goes to the address of an account that has not confirmed it, which may be another person's mailbox. */
  readonly goesToUnconfirmed?: boolean | undefined;
  readonly subject: string;
  /** Paragraphs with an empty line between them. */
  readonly text: string;
  /** The same as HTML; left out, it is made of the text. */
  readonly html?: string | undefined;
  /** Where answers go; left out, to the sender's address, which nobody reads. */
  readonly replyTo?: string | undefined;
  /** The conversation that it is about: mail programs show the mails of one together. */
  readonly conversationId?: number | undefined;
  /** For mail that nobody asked for: what takes the person off the list, by one POST. */
  readonly unsubscribeUrl?: string | undefined;
}
