// The subject of a mail about missed messages, as people of this API family know it.

import { withEmojiPictures } from '../../markdown/emoji-text.ts';
import type { MissedTexts } from '../../model/mail-texts/mail-texts.ts';
import { EMPTY_TOPIC_DISPLAY_NAME, RESOLVED_PREFIX } from '../../model/messages/topic.ts';

/** Where the messages stand: a channel's topic, or the others of a direct conversation. */
export type MissedPlace =
  | { readonly kind: 'hidden' }
  | { readonly kind: 'channel'; readonly channel: string; readonly topic: string }
  | { readonly kind: 'direct'; readonly names: readonly string[] };

/** As many people are named of a conversation; of more, the first two and the number of the others. */
const NAMED = 3;

function channelSubject(texts: MissedTexts, channel: string, named: string): string {
  const topic = withEmojiPictures(named);
  if (!topic.startsWith(RESOLVED_PREFIX)) return `#${channel} > ${topic || EMPTY_TOPIC_DISPLAY_NAME}`;
  return `[${texts.resolved}] #${channel} > ${topic.slice(RESOLVED_PREFIX.length)}`;
}

function directSubject(texts: MissedTexts, names: readonly string[]): string {
  const [only = '', ...more] = names;
  if (more.length === 0) return texts.directSubject(only);
  if (names.length <= NAMED) return texts.groupSubject(names, 0);
  return texts.groupSubject(names.slice(0, 2), names.length - 2);
}

/** The subject; `organizationName` stands behind it where it is given. */
export function missedSubject(
  texts: MissedTexts,
  place: MissedPlace,
  organizationName: string | undefined,
): string {
  const subject =
    place.kind === 'hidden'
      ? texts.hiddenSubject
      : place.kind === 'channel'
        ? channelSubject(texts, place.channel, place.topic)
        : directSubject(texts, place.names);
  return organizationName === undefined ? subject : `${subject} [${organizationName}]`;
}
