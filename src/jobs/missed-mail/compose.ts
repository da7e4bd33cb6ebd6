// Composes a mail about the messages of one conversation: subject, text and HTML, links, and the reply
// address.

import { limits } from '../../api-contract/limits.ts';
import { directMessageUrl, messageUrl } from '../../markdown/narrow-url.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { missedReasonsOf } from '../../model/missed-mail/mail-reasons.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import { contentsWithin } from '../message-mail/mail-contents.ts';
import { contentHiddenBy, heading, line, type MailPart, nameOf, note } from '../message-mail/mail-parts.ts';
import {
  buttonTo,
  type Composition,
  compositionFor,
  type MailLinks,
  mailOfParts,
  shownMessage,
} from '../message-mail/message-mail.ts';
import type { MissedConversation } from './still-missed.ts';
import { missedSubject, type SubjectConversation } from './subject.ts';

/** The context for composing, besides the organization. */
export interface MailContext extends MailLinks {
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
  const { organizationName, replyTo } = mailContext;
  const composition = compositionFor(context, account, mailContext);
  const labels = composition.texts.missed;
  const hiddenBy = contentHiddenBy(state, account);
  const isHidden = hiddenBy !== undefined;
  const conversation = isHidden ? ({ kind: 'hidden' } as const) : conversationOf(state, account, missed);
  const reasons = missedReasonsOf(missed.causes);
  const [reason = 'direct'] = reasons;
  const mail = mailOfParts(
    composition,
    { reasons, channelId: missed.channel?.id },
    missedSubject(labels, conversation, organizationName),
    [
      ...(isHidden
        ? [line(labels.hidden(missed.messages.length, hiddenBy))]
        : await contentParts(composition, missed)),
      ...buttonTo(
        viewUrl(missed, composition.organizationUrl, isHidden),
        labels.view(state.organization.name),
      ),
      note(replyTo === undefined ? labels.noReply : labels.replyByMail),
      note(labels.reason(reason)),
    ],
  );
  return { ...mail, replyTo, conversationId: missed.conversationId };
}

/** Whether a reply has readers: bots that write to a single account have none. */
export function acceptsReplies(
  state: OrganizationState,
  account: Account,
  missed: MissedConversation,
): boolean {
  const others = peopleOf(missed.directKey ?? '').filter((id) => id !== account.id);
  return missed.channel !== undefined || others.some((id) => !state.account(id)?.isBot);
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

async function contentParts(composition: Composition, missed: MissedConversation): Promise<MailPart[]> {
  const { context, texts } = composition;
  const labels = texts.missed;
  const candidates = missed.messages.slice(0, limits.messagesPerMail);
  const ids = [...candidates, ...missed.earlier.toReversed()].map((head) => head.id);
  const contents = await contentsWithin(context.reader, ids, limits.contentBytesPerMail);
  const hasContent = ({ id }: MessageHead) => contents.has(id);
  const shownMessages = candidates.filter(hasContent);
  const earlier = missed.earlier.filter(hasContent);
  const partOf = (head: MessageHead) => shownMessage(composition, head, contents.get(head.id) ?? '');
  const remaining = missed.messages.length - shownMessages.length;
  const hasEarlier = earlier.length > 0;
  return [
    ...(hasEarlier ? [heading(labels.earlier), ...earlier.map(partOf), heading(labels.newer)] : []),
    ...shownMessages.map(partOf),
    ...(remaining > 0 ? [line(labels.omitted(remaining))] : []),
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
