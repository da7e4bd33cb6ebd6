// Indexes messages again whose text or topic changed; search covers the words of both. Splitting and stemming
// take CPU time: a few messages are indexed in the unit of work of the move, those of a long topic afterwards
// in units of bounded size, so other writes do not wait.

import { limits } from '../../api-contract/limits.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { parseIds } from '../../model/id-column.ts';
import { searchWords } from '../../model/search/search-words.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { REINDEX } from '../../stores/search/index-markers.ts';
import { indexManyWords, unindexMessages } from '../../stores/search/search-store.ts';
import { queueWork } from '../outbox/outbox-store.ts';

const textsOfMessages = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.id', 'message.rendered_content', 'conversation.topic_name'])
    .where('message.organization_id', '=', p.organization)
    .where('message.id', 'in', idsOf(engine, p.ids)),
);

/** Indexes messages by their current text and topic; deleted ones are skipped. */
export async function reindex(writer: Writer, ids: readonly number[]): Promise<void> {
  const values = { organization: writer.organizationId, ids: JSON.stringify(ids) };
  const rows = await textsOfMessages.all(writer, values);
  await unindexMessages(
    writer,
    rows.map((row) => row.id),
  );
  await indexManyWords(
    writer,
    rows.map(({ id, rendered_content, topic_name }) => ({
      id,
      words: searchWords(`${plainText(rendered_content)}\n${topic_name}`),
    })),
  );
}

/** Indexes moved messages: at once if they are few, else in queued parts. */
export async function reindexMoved(writer: Writer, ids: readonly number[]): Promise<void> {
  const size = limits.messagesReindexedPerUnit;
  if (ids.length <= size) return reindex(writer, ids);
  const parts: string[] = [];
  for (let start = 0; start < ids.length; start += size)
    parts.push(JSON.stringify(ids.slice(start, start + size)));
  await queueWork(writer, REINDEX, ...parts);
}

/** Indexes one queued part. @param payload of its row */
export function reindexPart(writer: Writer, payload: string): Promise<void> {
  return reindex(writer, parseIds(payload));
}
