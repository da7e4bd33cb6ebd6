// Composes the mail of a digest: topics with their first unread messages, new channels, and links to them.

import { sealUnsubscription, UNSUBSCRIBE_PATH } from '../../actions/missed-mail/unsubscribe.ts';
import { limits } from '../../api-contract/limits.ts';
import { withEmojiCharacters } from '../../markdown/emoji-text.ts';
import { mailHtml } from '../../markdown/mail-html.ts';
import { channelUrl, messageUrl } from '../../markdown/narrow-url.ts';
import { notificationText } from '../../markdown/notification-text.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { formatTime } from '../../model/mail-texts/dates.ts';
import type { MailTexts } from '../../model/mail-texts/mail-texts.ts';
import { mailLanguage, mailTexts } from '../../model/mail-texts/translated-mails.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../model/messages/topic.ts';
import type { Mail } from '../../model/outbox/mail.ts';
import type { QueryContext } from '../../queries/requester.ts';
import { contentsWithin } from '../missed-mail/mail-contents.ts';
import {
  button,
  caption,
  contentHiddenBy,
  heading,
  line,
  type MailPart,
  messagePart,
  nameOf,
  note,
  senderOf,
} from '../missed-mail/mail-parts.ts';
import type { DigestContent, ShownTopic } from './content.ts';

/** The number of senders named for each topic. */
const MAX_NAMES = 3;

/** The recipient, and the context for composing. */
interface Composition {
  readonly context: QueryContext;
  readonly account: Account;
  readonly texts: MailTexts;
  /** The organization's address without a trailing slash; undefined if it is unknown, and the mail has no links. */
  readonly organizationUrl: string | undefined;
}

/** The digest as a mail to an account. */
export async function composeDigest(
  context: QueryContext,
  account: Account,
  content: DigestContent,
  { keyring, organizationUrl }: { readonly keyring: Keyring; readonly organizationUrl: string | undefined },
): Promise<Mail> {
  const texts = mailTexts(account.settings.default_language);
  const composition = { context, account, texts, organizationUrl };
  const { name } = context.state.organization;
  const hiddenBy = contentHiddenBy(context.state, account);
  const unsubscribeUrl =
    organizationUrl && `${organizationUrl}${UNSUBSCRIBE_PATH}/${unsubscribeToken(keyring, account)}`;
  const parts = [
    ...(hiddenBy === undefined
      ? [...(await topicParts(composition, content.topics)), ...channelParts(composition, content)]
      : [line(texts.digest.hidden(hiddenBy))]),
    ...(organizationUrl === undefined ? [] : [button(texts.digest.open(name), organizationUrl)]),
    note(texts.missed.noReply),
    note(texts.digest.reason),
    ...(unsubscribeUrl === undefined ? [] : [note(texts.missed.unsubscribe, unsubscribeUrl)]),
  ];
  return {
    to: account.email,
    subject: texts.digest.subject(name),
    text: parts.map((part) => part.text).join('\n\n'),
    blocks: parts.map(({ block }) => block),
    language: mailLanguage(account.settings.default_language),
    unsubscribeUrl,
  };
}

function unsubscribeToken(keyring: Keyring, { id, organizationId }: Account): string {
  return sealUnsubscription(keyring, {
    organizationId,
    accountId: id,
    reasons: ['digest'],
    channelId: undefined,
  });
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
    const shown = messages.filter(({ id }) => contents.has(id));
    const remaining = more + messages.length - shown.length;
    return [
      heading(`#${channel.name} > ${withEmojiCharacters(topic) || EMPTY_TOPIC_DISPLAY_NAME}`, link),
      caption(texts.digest.senders(names, senderIds.length - names.length), link),
      ...shown.map(({ id, sender_id, sent_at }) => {
        const html = contents.get(id) ?? '';
        return messagePart({
          ...senderOf(state, account, sender_id),
          moment: formatTime(texts.language, sent_at, account.timezone || 'UTC'),
          text: notificationText(html),
          html: mailHtml(html, organizationUrl),
        });
      }),
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
