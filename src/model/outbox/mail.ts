// A mail to be sent, and the codec of its stored form, which is sealed JSON.

import {
  type Codec,
  count,
  exactly,
  jsonBoolean,
  jsonText,
  list,
  optional,
  recordOf,
  variants,
} from '../../api-contract/codec.ts';

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
  /** The text as blocks, from which the HTML is made when the mail is sent. By default, the paragraphs of `text`. */
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

type Block<K extends MailBlock['kind']> = Extract<MailBlock, { readonly kind: K }>;
const text = optional(jsonText);

const mailBlock: Codec<MailBlock> = variants('kind', {
  text: recordOf<Block<'text'>>({ kind: exactly('text'), text: jsonText }),
  heading: recordOf<Block<'heading'>>({ kind: exactly('heading'), text: jsonText, link: text }),
  button: recordOf<Block<'button'>>({ kind: exactly('button'), label: jsonText, url: jsonText }),
  message: recordOf<MessageBlock>({
    kind: exactly('message'),
    senderId: optional(count),
    name: jsonText,
    moment: jsonText,
    html: jsonText,
  }),
  note: recordOf<Block<'note'>>({ kind: exactly('note'), text: jsonText, link: text }),
});

/** A waiting mail. */
export const mailCodec = recordOf<Mail>({
  to: jsonText,
  goesToUnconfirmed: optional(jsonBoolean),
  subject: jsonText,
  text: jsonText,
  blocks: optional(list(mailBlock, Number.POSITIVE_INFINITY)),
  language: text,
  html: text,
  replyTo: text,
  conversationId: optional(count),
  unsubscribeUrl: text,
});
