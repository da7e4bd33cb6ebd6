// Composes the mail of a digest: topics with their first unread messages, new channels, and links to them.

import { limits } from '../../api-contract/limits.ts';
import { withEmojiCharacters } from '../../markdown/emoji-text.ts';
import { channelUrl, messageUrl } from '../../markdown/narrow-url.ts';
import { notificationText } from '../../markdown/notification-text.ts';
import type { Account } from '../../model/accounts/account.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../model/messages/topic.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { QueryContext } from '../../queries/requester.ts';
import { contentsWithin } from '../message-mail/mail-contents.ts';
import {
  caption,
  contentHiddenBy,
  heading,
  line,
  type MailPart,
  nameOf,
  note,
} from '../message-mail/mail-parts.ts';
import {
  buttonTo,
  type Composition,
  compositionFor,
  type MailLinks,
  mailOfParts,
  shownMessage,
} from '../message-mail/message-mail.ts';
import type { DigestContent, ShownTopic } from './content.ts';

/** The number of senders named for each topic. */
const MAX_NAMES = 3;

/** The digest as a mail to an account. */
export async function composeDigest(
  context: QueryContext,
  account: Account,
  content: DigestContent,
  links: MailLinks,
): Promise<Mail> {
  const composition = compositionFor(context, account, links);
  const { texts, organizationUrl } = composition;
  const { name } = context.state.organization;
  const hiddenBy = contentHiddenBy(context.state, account);
  return mailOfParts(composition, { reasons: ['digest'] }, texts.digest.subject(name), [
    ...(hiddenBy === undefined
      ? [...(await topicParts(composition, content.topics)), ...channelParts(composition, content)]
      : [line(texts.digest.hidden(hiddenBy))]),
    ...buttonTo(organizationUrl, texts.digest.open(name)),
    note(texts.missed.noReply),
    note(texts.digest.reason),
  ]);
}

async function topicParts(composition: Composition, topics: readonly ShownTopic[]): Promise<MailPart[]> {
  if (topics.length === 0) return [];
  const { context, account, texts, organizationUrl } = composition;
  const { state, reader } = context;
  const ids = topics.flatMap(({ messages }) => messages.map(({ id }) => id));
  const contents = await contentsWithin(reader, ids, limits.contentBytesPerDigest);
  const partsOf = ({ channel, topic, messages, more, senderIds }: ShownTopic): MailPart[] => {
    const names = senderIds.slice(0, MAX_NAMES).map((id) => nameOf(state, account, id));
    const link = organizationUrl && `${organizationUrl}/${messageUrl(channel, topic, messages[0]?.id ?? 0)}`;
    const shownMessages = messages.filter(({ id }) => contents.has(id));
    const remaining = more + messages.length - shownMessages.length;
    return [
      heading(`#${channel.name} > ${withEmojiCharacters(topic) || EMPTY_TOPIC_DISPLAY_NAME}`, link),
      caption(texts.digest.senders(names, senderIds.length - names.length), link),
      ...shownMessages.map((head) => shownMessage(composition, head, contents.get(head.id) ?? '')),
      ...(remaining > 0 ? [line(texts.missed.omitted(remaining))] : []),
    ];
  };
  return [heading(texts.digest.topics), ...topics.flatMap(partsOf)];
}

function channelParts({ texts, organizationUrl }: Composition, content: DigestContent): MailPart[] {
  const { channels, moreChannels } = content;
  if (channels.length === 0) return [];
  return [
    heading(texts.digest.channels),
    ...channels.map((channel) => {
      const description = notificationText(channel.renderedDescription);
      const link = organizationUrl && `${organizationUrl}/${channelUrl(channel)}`;
      return note(description === '' ? `#${channel.name}` : `#${channel.name}: ${description}`, link);
    }),
    ...(moreChannels > 0 ? [line(texts.digest.moreChannels(moreChannels))] : []),
  ];
}
