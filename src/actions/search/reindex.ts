// Messages are found by the words of their topic, too, so a move makes the words of all of them anew. Cutting and
// stemming is work for the processor: few messages are done in the move's own unit of work, those of a long topic
// afterwards, a bounded number in each unit, so that nobody's writes wait for them.

import { limits } from '../../api-contract/limits.ts';
import { plainText } from '../../markdown/plain-text.ts';
import { idsFrom } from '../../model/id-column.ts';
import { searchWords } from '../../model/search/words.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';
import { REINDEX } from '../../stores/search/marks.ts';
import { indexWordsOf, unindexMessages } from '../../stores/search/search-store.ts';
import { queueWork, removeWork, takeWork } from '../outbox/outbox-store.ts';

/** A unit that another server began and never finished is begun again after so long. */
const TAKEN_SECONDS = 60;

const textsOfMessages = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message')
    .innerJoin('conversation', 'conversation.id', 'message.conversation_id')
    .select(['message.id', 'message.rendered_content', 'conversation.topic_name'])
    .where('message.organization_id', '=', p.organization)
    .where('message.id', 'in', idsOf(engine, p.ids)),
);

/** Indexes messages by their text and topic as they stand; those that are gone are passed over. */
async function indexAnew(writer: Writer, ids: readonly number[]): Promise<void> {
  const values = { organization: writer.organizationId, ids: JSON.stringify(ids) };
  const rows = await textsOfMessages.all(writer, values);
  await unindexMessages(
    writer,
    rows.map((row) => row.id),
  );
  await indexWordsOf(
    writer,
    rows.map(({ id, rendered_content, topic_name }) => ({
      id,
      words: searchWords(`${plainText(rendered_content)}\n${topic_name}`),
    })),
  );
}

/** Indexes messages that were moved, at once where they are few. */
export async function reindexMoved(writer: Writer, ids: readonly number[]): Promise<void> {
  const size = limits.messagesReindexedPerUnit;
  if (ids.length <= size) return indexAnew(writer, ids);
  const parts: string[] = [];
  for (let start = 0; start < ids.length; start += size)
    parts.push(JSON.stringify(ids.slice(start, start + size)));
  await queueWork(writer, REINDEX, ...parts);
}

/** Does one part; nothing where another server has it. */
export async function reindexPart(writer: Writer, rowId: number, now: number): Promise<void> {
  const row = await takeWork(writer, rowId, now, TAKEN_SECONDS);
  if (!row) return;
  await indexAnew(writer, idsFrom(row.payload));
  await removeWork(writer, row);
}
