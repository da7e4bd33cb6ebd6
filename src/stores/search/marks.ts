// What PostgreSQL's index of words holds of a message beside its words: where it stands, who sent it and what it holds, as
// words that no text can hold. Its index gives the holders of a word by going to each of their rows, so that frequent words
// in a large channel cost as much as there are holders; words and marks together are met inside the index. FTS5, which goes
// along its holders, has no need of them.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { HasBit } from '../messages/range-store.ts';

/** The kind of work in the outbox that indexes moved messages anew; its payload is JSON of message ids. */
export const REINDEX = 'search-words';

/** What messages that are searched for have, as far as marks tell; of several places, one. */
export interface Marked {
  readonly channelIds?: readonly number[] | undefined;
  readonly conversationIds?: readonly number[] | undefined;
  readonly senderId?: number | undefined;
  /** `HasBit`s. */
  readonly has?: number | undefined;
}

const heldMarks = [
  [HasBit.link, 'l'],
  [HasBit.image, 'i'],
  [HasBit.attachment, 'a'],
  [HasBit.reaction, 'r'],
] as const;

/**
 * The marks of a row of `message`, an array of texts. What once had reactions keeps the mark of that: whoever searches by
 * it looks at the messages that it gives.
 */
export const MARKS_OF_MESSAGE = `array_remove(array[
  '#v' || message.conversation_id,
  '#s' || message.sender_id,
  '#c' || message.channel_id,
  case message.has_link when 1 then message.organization_id || '#l' end,
  case message.has_image when 1 then message.organization_id || '#i' end,
  case message.has_attachment when 1 then message.organization_id || '#a' end,
  case message.has_reaction when 1 then message.organization_id || '#r' end
], null)`;

/** The marks that are asked for: each list by at least one of it. */
export function marksFor(organizationId: number, marked: Marked): string[][] {
  const { channelIds, conversationIds, senderId, has = 0 } = marked;
  return [
    ...(conversationIds ? [conversationIds.map((id) => `#v${id}`)] : []),
    ...(channelIds ? [channelIds.map((id) => `#c${id}`)] : []),
    ...(senderId === undefined ? [] : [[`#s${senderId}`]]),
    ...heldMarks.filter(([bit]) => (has & bit) !== 0).map(([, mark]) => [`${organizationId}#${mark}`]),
  ];
}

/** Whether anything is asked for. */
export function isMarked(marked: Marked): boolean {
  return marksFor(0, marked).length > 0;
}

const anyStale = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', REINDEX)
    .where('organization_id', '=', p.organization)
    .limit(1),
);

/** Whether messages were moved that are not indexed anew yet: marks tell where they stood before. */
export async function areMarksStale(reader: Reader): Promise<boolean> {
  return (await anyStale.first(reader, { organization: reader.organizationId })) !== undefined;
}

/** Marks a message that got a reaction; once. */
export async function markReacted(writer: Writer, messageId: number): Promise<void> {
  if (writer.engine === 'sqlite') return;
  const mark = `${writer.organizationId}#r`;
  await writer.execute(
    `update message_words set words = words || array_to_tsvector($2::text[])
      where message_id = $1 and not words @@ $3::tsquery`,
    [messageId, [mark], `'${mark}'`],
  );
}
