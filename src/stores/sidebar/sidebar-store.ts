// Reads and writes how people arranged their sidebars.

import {
  type PlacedRow,
  rowKey,
  type SectionKey,
  type SectionRow,
  type SidebarRow,
  type WireSidebar,
  wireRow,
  wireSidebar,
} from '../../model/sidebar/sidebar.ts';
import { textKey } from '../../model/text-key.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const sectionsOf = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('sidebar_section').selectAll().where('account_id', '=', p.account).orderBy('id'),
);
const rowsOf = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('sidebar_row')
    .selectAll()
    .where('account_id', '=', p.account)
    .orderBy('position')
    .orderBy('id'),
);
/** How an account arranged its sidebar. */
export async function readSidebar(reader: Reader, accountId: number): Promise<WireSidebar> {
  const sections = await sectionsOf.all(reader, { account: accountId });
  return wireSidebar(sections, sections.length > 0 ? await placedRows(reader, accountId) : []);
}

/** The stored sections of an account, oldest first. */
export async function storedSections(reader: Reader, accountId: number): Promise<SectionRow[]> {
  return sectionsOf.all(reader, { account: accountId });
}

/** All rows that an account placed, in the order of each section. */
export async function placedRows(reader: Reader, accountId: number): Promise<PlacedRow[]> {
  return rowsOf.all(reader, { account: accountId });
}

/** Stores a section that has no row yet. @param name for an own one, which gets a new id */
export async function insertSection(
  writer: Writer,
  accountId: number,
  { kind, id }: SectionKey,
  name: string | null = null,
): Promise<SectionRow> {
  const values = {
    organization_id: writer.organizationId,
    account_id: accountId,
    kind,
    folder_id: kind === 'folder' ? id : null,
    name,
    position: null,
    // The channels that a person is not in are hidden until they ask for them.
    is_collapsed: kind === 'more' ? 1 : 0,
  };
  return writer.db.insertInto('sidebar_section').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function changeStoredSection(
  writer: Writer,
  sectionId: number,
  values: Partial<Pick<SectionRow, 'name' | 'is_collapsed' | 'position'>>,
): Promise<void> {
  await writer.db.updateTable('sidebar_section').set(values).where('id', '=', sectionId).execute();
}

/** Deletes a section with its rows, which are then where clients place them by default. */
export async function deleteSection(writer: Writer, sectionId: number): Promise<void> {
  await writer.db.deleteFrom('sidebar_row').where('section_id', '=', sectionId).execute();
  await writer.db.deleteFrom('sidebar_section').where('id', '=', sectionId).execute();
}

/** Replaces the rows of a section. The same rows in other sections of the account are deleted. */
export async function replaceRows(
  writer: Writer,
  accountId: number,
  sectionId: number,
  rows: readonly SidebarRow[],
): Promise<void> {
  const placedKeys = new Set(rows.map(rowKey));
  const existingRows = await placedRows(writer, accountId);
  const replaced = existingRows.filter(
    (row) => row.section_id === sectionId || placedKeys.has(rowKey(wireRow(row))),
  );
  await deleteRows(
    writer,
    replaced.map(({ id }) => id),
  );
  if (rows.length === 0) return;
  const values = rows.map((row, position) => ({
    organization_id: writer.organizationId,
    account_id: accountId,
    section_id: sectionId,
    position,
    ...columnsOf(row),
  }));
  await writer.db.insertInto('sidebar_row').values(values).execute();
}

function columnsOf(row: SidebarRow): Pick<PlacedRow, 'channel_id' | 'topic_key' | 'topic_name' | 'user_ids'> {
  if ('user_ids' in row)
    return { channel_id: null, topic_key: null, topic_name: null, user_ids: JSON.stringify(row.user_ids) };
  const { stream_id: channelId, topic_name: topic } = row;
  return {
    channel_id: channelId,
    topic_key: topic === undefined ? null : textKey(topic),
    topic_name: topic ?? null,
    user_ids: null,
  };
}

/** Deletes rows by their ids. */
export async function deleteRows(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await writer.db
    .deleteFrom('sidebar_row')
    .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
}
