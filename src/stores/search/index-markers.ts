// Marks in PostgreSQL's full-text index: a message's conversation, channel, sender and contents, as words
// that no text can contain. A GIN index visits the row of every match of a word, so frequent words in a large
// channel would cost as much as they have matches; words and marks together are intersected inside the index.
// FTS5 walks its matches in order and needs none.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { HasBit } from '../messages/range-store.ts';

/** The kind of outbox work that indexes moved messages again; its payload is JSON of message ids. */
export const REINDEX = 'search-words';

/** A filter by marks. Each list matches if any of its values does. */
export interface MarkFilter {
  readonly channelIds?: readonly number[] | undefined;
  readonly conversationIds?: readonly number[] | undefined;
  readonly senderId?: number | undefined;
  /** Bits of `HasBit`. */
  readonly has?: number | undefined;
}

const contentMarks = [
  [HasBit.link, 'l'],
  [HasBit.image, 'i'],
  [HasBit.attachment, 'a'],
  [HasBit.reaction, 'r'],
] as const;

/**
 * The marks of a row of `message`, as an array of texts. A message that once had reactions keeps that mark;
 * searches check the messages they find.
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

/** The marks of a filter: of each list, at least one must match. */
export function marksFor(organizationId: number, marked: MarkFilter): string[][] {
  const { channelIds, conversationIds, senderId, has = 0 } = marked;
  return [
    ...(conversationIds ? [conversationIds.map((id) => `#v${id}`)] : []),
    ...(channelIds ? [channelIds.map((id) => `#c${id}`)] : []),
    ...(senderId === undefined ? [] : [[`#s${senderId}`]]),
    ...contentMarks.filter(([bit]) => (has & bit) !== 0).map(([, mark]) => [`${organizationId}#${mark}`]),
  ];
}

/** Whether the filter has any marks. */
export function hasMarkFilter(marked: MarkFilter): boolean {
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

/** Whether moved messages are not indexed again yet, so that their marks are outdated. */
export async function areMarksStale(reader: Reader): Promise<boolean> {
  return (await anyStale.first(reader, { organization: reader.organizationId })) !== undefined;
}

/** Adds the mark to a message that got a reaction, unless it has it. */
export async function markReacted(writer: Writer, messageId: number): Promise<void> {
  if (writer.engine === 'sqlite') return;
  const mark = `${writer.organizationId}#r`;
  await writer.execute(
    `update message_words set words = words || array_to_tsvector($2::text[])
      where message_id = $1 and not words @@ $3::tsquery`,
    [messageId, [mark], `'${mark}'`],
  );
}
