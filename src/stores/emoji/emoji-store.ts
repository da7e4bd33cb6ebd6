// Reads and writes custom emoji.

import { type CustomEmoji, emojiOf } from '../../model/emoji/custom-emoji.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const emojiOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('custom_emoji').selectAll().where('organization_id', '=', p.organization).orderBy('id'),
);

const activeByName = preparedRead<{ organization: number; name: string }>()((db, p) =>
  db
    .selectFrom('custom_emoji')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('name', '=', p.name)
    .where('is_deactivated', '=', 0),
);

/** All emoji of the organization, oldest first, including deactivated ones. */
export async function readEmoji(reader: Reader): Promise<CustomEmoji[]> {
  const rows = await emojiOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(emojiOf);
}

/** The active emoji with a name. */
export async function findEmoji(reader: Reader, name: string): Promise<CustomEmoji | undefined> {
  const row = await activeByName.first(reader, { organization: reader.organizationId, name });
  return row && emojiOf(row);
}

/** Stores a new emoji, whose files are already stored, and returns it with its id. */
export async function insertEmoji(writer: Writer, emoji: Omit<CustomEmoji, 'id'>): Promise<CustomEmoji> {
  const { id } = await writer.db
    .insertInto('custom_emoji')
    .values({
      organization_id: writer.organizationId,
      name: emoji.name,
      author_id: emoji.authorId,
      file_name: emoji.fileName,
      is_animated: Number(emoji.isAnimated),
      is_deactivated: Number(emoji.isDeactivated),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, ...emoji };
}

/** Deactivates an emoji; messages and reactions that use it keep it. */
export async function deactivateEmoji(writer: Writer, id: number): Promise<void> {
  await writer.db
    .updateTable('custom_emoji')
    .set({ is_deactivated: 1 })
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
