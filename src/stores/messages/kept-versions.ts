// How much of what a message was is kept. Whoever reads a message is sent all of its versions, so one that is edited
// again and again, as programs do to show how far they are, would weigh more with every edit.

import { sql } from 'kysely';
import { limits } from '../../api-contract/limits.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';

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
const forgetContents = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db
    .updateTable('message_edit')
    .set({ prev_content: null, prev_rendered_content: null })
    .where('id', 'in', idsOf(engine, p.ids)),
);

/** Forgets versions of a message beyond what is kept: neither what was sent first, nor the newest. Moves stay. */
export async function forgetVersions(writer: Writer, messageId: number): Promise<void> {
  const [newest, ...older] = await versionsOf.all(writer, { message: messageId });
  const first = older.pop();
  if (!newest || !first) return;
  let count = 2;
  let characters = newest.characters + first.characters;
  const beyond = older.filter((version) => {
    count += 1;
    characters += version.characters;
    return count > limits.versionsPerMessage || characters > limits.versionCharactersPerMessage;
  });
  if (beyond.length === 0) return;
  const isMove = ({ prev_topic, prev_channel_id }: (typeof beyond)[number]) =>
    prev_topic !== null || prev_channel_id !== null;
  const ids = (some: typeof beyond) => JSON.stringify(some.map(({ id }) => id));
  await forgetContents.all(writer, { ids: ids(beyond.filter(isMove)) });
  await removeEdits.all(writer, { ids: ids(beyond.filter((version) => !isMove(version))) });
}
