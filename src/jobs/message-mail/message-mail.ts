// Shared by mails about missed messages and digests: their recipient and language, the display of messages, the link that
// unsubscribes, and how parts are combined to a mail.

import { sealUnsubscription, UNSUBSCRIBE_PATH } from '../../actions/missed-mail/unsubscribe.ts';
import { mailHtml } from '../../markdown/mail-html.ts';
import { notificationText } from '../../markdown/notification-text.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { formatTime } from '../../model/mail-texts/dates.ts';
import type { MailReason, MailTexts } from '../../model/mail-texts/mail-texts.ts';
import { mailLanguage, mailTexts } from '../../model/mail-texts/translated-mails.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { QueryContext } from '../../queries/requester.ts';
import { button, type MailPart, messagePart, note, senderOf } from './mail-parts.ts';

/** The links of a mail about messages. */
export interface MailLinks {
  readonly keyring: Keyring;
  /** The organization's address without a trailing slash; undefined if it is unknown, and the mail has no links. */
  readonly organizationUrl: string | undefined;
}

/** The recipient of a mail about messages, and the data that its parts are composed from. */
export interface Composition extends MailLinks {
  readonly context: QueryContext;
  readonly account: Account;
  /** In the account's language. */
  readonly texts: MailTexts;
}

export function compositionFor(
  context: QueryContext,
  account: Account,
  { keyring, organizationUrl }: MailLinks,
): Composition {
  return { context, account, texts: mailTexts(account.settings.default_language), keyring, organizationUrl };
}

/** A message as the account sees it. @param html the message's HTML */
export function shownMessage(composition: Composition, head: MessageHead, html: string): MailPart {
  const { context, account, texts, organizationUrl } = composition;
  return messagePart({
    ...senderOf(context.state, account, head.sender_id),
    moment: formatTime(texts.language, head.sent_at, account.timezone || 'UTC'),
    text: notificationText(html),
    html: mailHtml(html, organizationUrl),
  });
}

/** The button that leads to the organization or to one of its messages; nothing without an address. */
export function buttonTo(url: string | undefined, label: string): readonly MailPart[] {
  return url === undefined ? [] : [button(label, url)];
}

/** Why a mail is sent. Its unsubscribe link disables the mails for these reasons. */
interface Purpose {
  readonly reasons: readonly MailReason[];
  /** The channel of the reason `channel`. */
  readonly channelId?: number | undefined;
}

/** A mail of parts, which ends with an unsubscribe link if the organization's address is known. */
export function mailOfParts(
  { account, texts, keyring, organizationUrl }: Composition,
  { reasons, channelId }: Purpose,
  subject: string,
  content: readonly MailPart[],
): Mail {
  const { id: accountId, organizationId } = account;
  const token = sealUnsubscription(keyring, { organizationId, accountId, reasons, channelId });
  const unsubscribeUrl = organizationUrl && `${organizationUrl}${UNSUBSCRIBE_PATH}/${token}`;
  const parts = unsubscribeUrl ? [...content, note(texts.missed.unsubscribe, unsubscribeUrl)] : content;
  return {
    to: account.email,
    subject,
    text: parts.map(({ text }) => text).join('\n\n'),
    blocks: parts.map(({ block }) => block),
    language: mailLanguage(account.settings.default_language),
    unsubscribeUrl,
  };
}
