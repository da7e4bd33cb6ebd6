// The subject of a mail about missed messages, in the reference server's form.

import { withEmojiCharacters } from '../../markdown/emoji-text.ts';
import type { MissedTexts } from '../../model/mail-texts/mail-texts.ts';
import { EMPTY_TOPIC_DISPLAY_NAME, RESOLVED_PREFIX } from '../../model/messages/topic.ts';

/** The conversation of the messages: a topic, or the other people of a direct message conversation. */
export type SubjectConversation =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'channel'; readonly channel: string; readonly topic: string }
  | { readonly kind: 'direct'; readonly names: readonly string[] };

/** The maximum number of people named; of more, the first two and the number of the others. */
const MAX_NAMES = 3;

function channelSubject(texts: MissedTexts, channel: string, named: string): string {
  const topic = withEmojiCharacters(named);
  if (!topic.startsWith(RESOLVED_PREFIX)) return `#${channel} > ${topic || EMPTY_TOPIC_DISPLAY_NAME}`;
  return `[${texts.resolved}] #${channel} > ${topic.slice(RESOLVED_PREFIX.length)}`;
}

function directSubject(texts: MissedTexts, names: readonly string[]): string {
  const [only = '', ...more] = names;
  if (more.length === 0) return texts.directSubject(only);
  if (names.length <= MAX_NAMES) return texts.groupSubject(names, 0);
  return texts.groupSubject(names.slice(0, 2), names.length - 2);
}

/** The subject, followed by `organizationName` if given. */
export function missedSubject(
  texts: MissedTexts,
  conversation: SubjectConversation,
  organizationName: string | undefined,
): string {
  const subject =
    conversation.kind === 'hidden'
      ? texts.hiddenSubject
      : conversation.kind === 'channel'
        ? channelSubject(texts, conversation.channel, conversation.topic)
        : directSubject(texts, conversation.names);
  return organizationName === undefined ? subject : `${subject} [${organizationName}]`;
}
