// Reads and writes channel folders.

import { type ChannelFolder, folderOf } from '../../model/channel-folders/channel-folder.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

const foldersOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('channel_folder')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .orderBy('position')
    .orderBy('id'),
);

/** All folders of the organization in their order, including archived ones. */
export async function readFolders(reader: Reader): Promise<ChannelFolder[]> {
  const rows = await foldersOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(folderOf);
}

/** One folder, including archived ones. */
export async function folderById(reader: Reader, id: number): Promise<ChannelFolder | undefined> {
  const row = await reader.db
    .selectFrom('channel_folder')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && folderOf(row);
}

export interface FolderText {
  readonly name: string;
  readonly description: string;
  readonly renderedDescription: string;
}

/** Stores a new folder after all others. */
export async function insertFolder(
  writer: Writer,
  text: FolderText,
  creatorId: number,
): Promise<ChannelFolder> {
  const { last } = await writer.db
    .selectFrom('channel_folder')
    .select((e) => e.fn.max('position').as('last'))
    .where('organization_id', '=', writer.organizationId)
    .executeTakeFirstOrThrow();
  const row = await writer.db
    .insertInto('channel_folder')
    .values({
      organization_id: writer.organizationId,
      name: text.name,
      name_key: textKey(text.name),
      description: text.description,
      rendered_description: text.renderedDescription,
      created_at: writer.now,
      creator_id: creatorId,
      position: last === null ? 0 : Number(last) + 1,
      is_archived: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return folderOf(row);
}

export async function updateFolder(
  writer: Writer,
  id: number,
  changes: Partial<Omit<Schema['channel_folder'], 'id' | 'organization_id'>>,
): Promise<void> {
  await writer.db
    .updateTable('channel_folder')
    .set(changes)
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id)
    .execute();
}
