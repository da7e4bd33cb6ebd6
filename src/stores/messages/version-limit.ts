// Limits how many earlier versions of a message are stored. Readers of a message receive all its versions, so
// a message edited again and again, as programs do to show progress, would grow with every edit.

import { sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

const versionsOf = preparedRead<{ message: number }>()((db, p) =>
  db
    .selectFrom('message_edit')
    .select([
      'id',
      'prev_topic',
      'prev_channel_id',
      sql<number>`length(prev_content) + length(coalesce(prev_rendered_content, ''))`.as('characters'),
    ])
    .where('message_id', '=', p.message)
    .where('prev_content', 'is not', null)
    .orderBy('id', 'desc'),
);
const removeEdits = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('message_edit').where('id', 'in', idsOf(engine, p.ids)),
);
const clearContents = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db
    .updateTable('message_edit')
    .set({ prev_content: null, prev_rendered_content: null })
    .where('id', 'in', idsOf(engine, p.ids)),
);

/** Deletes versions beyond the limits, except the first and the newest. Moves stay. */
export async function pruneVersions(writer: Writer, messageId: number): Promise<void> {
  const [newest, ...older] = await versionsOf.all(writer, { message: messageId });
  const first = older.pop();
  if (!newest || !first) return;
  let count = 2;
  let characters = newest.characters + first.characters;
  const excess = older.filter((version) => {
    count += 1;
    characters += version.characters;
    return count > limits.versionsPerMessage || characters > limits.versionCharactersPerMessage;
  });
  if (excess.length === 0) return;
  const isMove = ({ prev_topic, prev_channel_id }: (typeof excess)[number]) =>
    prev_topic !== null || prev_channel_id !== null;
  const ids = (versions: typeof excess) => JSON.stringify(versions.map(({ id }) => id));
  await clearContents.all(writer, { ids: ids(excess.filter(isMove)) });
  await removeEdits.all(writer, { ids: ids(excess.filter((version) => !isMove(version))) });
}
