// Composes a mail about the messages of one conversation: subject, text and HTML, links, and the reply
// address.

import { sealUnsubscription, UNSUBSCRIBE_PATH } from '../../actions/missed-mail/unsubscribe.ts';
import { limits } from '../../api-contract/limits.ts';
import { mailHtml } from '../../markdown/mail-html.ts';
import { directMessageUrl, messageUrl } from '../../markdown/narrow-url.ts';
import { notificationText } from '../../markdown/notification-text.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { formatTime } from '../../model/mail-texts/dates.ts';
import type { MailTexts } from '../../model/mail-texts/mail-texts.ts';
import { mailLanguage, mailTexts } from '../../model/mail-texts/translated-mails.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { missedReasonsOf } from '../../model/missed-mail/mail-reasons.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import { contentsWithin } from './mail-contents.ts';
import {
  button,
  contentHiddenBy,
  heading,
  line,
  type MailPart,
  messagePart,
  nameOf,
  note,
  senderOf,
} from './mail-parts.ts';
import type { MissedConversation } from './still-missed.ts';
import { missedSubject, type SubjectConversation } from './subject.ts';

/** The context for composing, besides the organization. */
export interface MailContext {
  readonly keyring: Keyring;
  /** The organization's address without a trailing slash; undefined if it is unknown, and the mail has no links. */
  readonly organizationUrl: string | undefined;
  /** The name appended to the subject; undefined if it is not shown. */
  readonly organizationName: string | undefined;
  /** The address for replies; undefined if replies are not read. */
  readonly replyTo: string | undefined;
}

export async function composeMissedMail(
  context: QueryContext,
  account: Account,
  missed: MissedConversation,
  mailContext: MailContext,
): Promise<Mail> {
  const { state } = context;
  const texts = mailTexts(account.settings.default_language);
  const hiddenBy = contentHiddenBy(state, account);
  const parts = [
    ...(hiddenBy === undefined
      ? await contentParts(context, account, missed, { ...mailContext, texts })
      : [line(texts.missed.hidden(missed.messages.length, hiddenBy))]),
    ...footer(state, account, missed, { ...mailContext, texts, isHidden: hiddenBy !== undefined }),
  ];
  return {
    to: account.email,
    subject: missedSubject(
      texts.missed,
      hiddenBy === undefined ? conversationOf(state, account, missed) : { kind: 'hidden' },
      mailContext.organizationName,
    ),
    text: parts.map((part) => part.text).join('\n\n'),
    blocks: parts.map(({ block }) => block),
    language: mailLanguage(account.settings.default_language),
    unsubscribeUrl: unsubscribeUrl(account, missed, mailContext),
    replyTo: mailContext.replyTo,
    conversationId: missed.conversationId,
  };
}

/** Whether a reply has readers: bots that write to a single account have none. */
export function acceptsReplies(
  state: OrganizationState,
  account: Account,
  missed: MissedConversation,
): boolean {
  const others = peopleOf(missed.directKey ?? '').filter((id) => id !== account.id);
  return (
    missed.channel !== undefined || others.length === 0 || others.some((id) => !state.account(id)?.isBot)
  );
}

function conversationOf(
  state: OrganizationState,
  account: Account,
  missed: MissedConversation,
): SubjectConversation {
  if (missed.channel) return { kind: 'channel', channel: missed.channel.name, topic: missed.topic };
  const names = peopleOf(missed.directKey ?? '')
    .filter((id) => id !== account.id)
    .map((id) => nameOf(state, account, id));
  return { kind: 'direct', names: names.sort((a, b) => a.localeCompare(b)) };
}

async function contentParts(
  { state, reader }: QueryContext,
  account: Account,
  missed: MissedConversation,
  { organizationUrl, texts: { language, missed: labels } }: MailContext & { readonly texts: MailTexts },
): Promise<MailPart[]> {
  const candidates = missed.messages.slice(0, limits.messagesPerMail);
  const ids = [...candidates, ...missed.earlier.toReversed()].map((head) => head.id);
  const contents = await contentsWithin(reader, ids, limits.contentBytesPerMail);
  const hasContent = ({ id }: MessageHead) => contents.has(id);
  const shown = candidates.filter(hasContent);
  const earlier = missed.earlier.filter(hasContent);
  const partOf = ({ id, sender_id, sent_at }: MessageHead): MailPart => {
    const html = contents.get(id) ?? '';
    return messagePart({
      ...senderOf(state, account, sender_id),
      moment: formatTime(language, sent_at, account.timezone || 'UTC'),
      text: notificationText(html),
      html: mailHtml(html, organizationUrl),
    });
  };
  const remaining = missed.messages.length - shown.length;
  const hasEarlier = earlier.length > 0;
  return [
    ...(hasEarlier ? [heading(labels.earlier), ...earlier.map(partOf), heading(labels.newer)] : []),
    ...shown.map(partOf),
    ...(remaining > 0 ? [line(labels.omitted(remaining))] : []),
  ];
}

function footer(
  state: OrganizationState,
  account: Account,
  missed: MissedConversation,
  mailContext: MailContext & { readonly texts: MailTexts; readonly isHidden: boolean },
): MailPart[] {
  const labels = mailContext.texts.missed;

  const link = viewUrl(missed, mailContext.organizationUrl, mailContext.isHidden);
  const [reason = 'direct'] = missedReasonsOf(missed.causes);
  const unsubscribeLink = unsubscribeUrl(account, missed, mailContext);
  return [
    ...(link === undefined ? [] : [button(labels.view(state.organization.name), link)]),
    note(mailContext.replyTo === undefined ? labels.noReply : labels.replyByMail),
    note(labels.reason(reason)),
    ...(unsubscribeLink === undefined ? [] : [note(labels.unsubscribe, unsubscribeLink)]),
  ];
}

/**
 * A link to the first message. It contains names, so with hidden content it leads to the organization only.
 */
function viewUrl(
  missed: MissedConversation,
  organizationUrl: string | undefined,
  isHidden: boolean,
): string | undefined {
  if (organizationUrl === undefined || isHidden) return organizationUrl;
  const firstId = missed.messages[0]?.id ?? 0;
  const fragment = missed.channel
    ? messageUrl({ id: missed.channel.id, name: missed.channel.name }, missed.topic, firstId)
    : directMessageUrl(peopleOf(missed.directKey ?? ''), firstId);
  return `${organizationUrl}/${fragment}`;
}

function unsubscribeUrl(
  account: Account,
  missed: MissedConversation,
  { keyring, organizationUrl }: MailContext,
): string | undefined {
  if (organizationUrl === undefined) return undefined;
  const token = sealUnsubscription(keyring, {
    organizationId: account.organizationId,
    accountId: account.id,
    reasons: missedReasonsOf(missed.causes),
    channelId: missed.channel?.id,
  });
  return `${organizationUrl}${UNSUBSCRIBE_PATH}/${token}`;
}
