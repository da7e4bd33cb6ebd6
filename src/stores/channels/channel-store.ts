// Reads and updates channels.

import { type Channel, type ChannelRow, channelOf } from '../../model/channels/channel.ts';
import { parseIds } from '../../model/id-column.ts';
import { textKey } from '../../model/text-key.ts';
import { blocksOf } from '../../storage/blocks.ts';
import { aggregatedIds, idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byId = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db.selectFrom('channel').selectAll().where('id', '=', p.id).where('organization_id', '=', p.organization),
);
const byName = preparedRead<{ organization: number; key: string }>()((db, p) =>
  db
    .selectFrom('channel')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('name_key', '=', p.key),
);

/** A channel by id, including archived ones. */
export async function channelById(reader: Reader, id: number): Promise<Channel | undefined> {
  const row = await byId.first(reader, { organization: reader.organizationId, id });
  return row && channelOf(row);
}

const namesOf = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('channel')
    .select(['id', 'name'])
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids)),
);

/** A function from channel ids to names; null for null and for channels that do not exist. */
export async function channelNames(
  reader: Reader,
  ids: readonly (number | null)[],
): Promise<(id: number | null) => string | null> {
  const channelIds = [...new Set(ids.filter((id) => id !== null))];
  const values = { organization: reader.organizationId, ids: JSON.stringify(channelIds) };
  const rows = channelIds.length > 0 ? await namesOf.all(reader, values) : [];
  const names = new Map(rows.map((row) => [row.id, row.name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** A channel by name, regardless of case, including archived ones. */
export async function channelByName(reader: Reader, name: string): Promise<Channel | undefined> {
  const row = await byName.first(reader, { organization: reader.organizationId, key: textKey(name) });
  return row && channelOf(row);
}

const byNames = preparedRead<{ organization: number; keys: string }>()((db, p, engine) =>
  db
    .selectFrom('channel')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('name_key', 'in', textsOf(engine, p.keys)),
);

/** The channels whose names have the given keys (`textKey`), by key. */
export async function channelsByName(reader: Reader, keys: readonly string[]): Promise<Map<string, Channel>> {
  if (keys.length === 0) return new Map();
  const rows = await byNames.all(reader, { organization: reader.organizationId, keys: JSON.stringify(keys) });
  return new Map(rows.map((row) => [row.name_key, channelOf(row)]));
}

const allIds = preparedRead<{ organization: number }>()((db, p, engine) =>
  db
    .selectFrom('channel')
    .select((e) => aggregatedIds(engine, e.ref('id')).as('ids'))
    .where('organization_id', '=', p.organization),
);
const byIds = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('channel')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .orderBy('id'),
);

/**
 * All channels of the organization or those with the given ids, in ascending order. Reads many channels in blocks, and
 * lets other requests run between them.
 */
export async function readChannels(reader: Reader, ids?: readonly number[]): Promise<Channel[]> {
  const organization = reader.organizationId;
  const selectedIds = ids ?? parseIds((await allIds.first(reader, { organization }))?.ids ?? '[]');
  const channels: Channel[] = [];
  for await (const block of blocksOf([...new Set(selectedIds)].sort((a, b) => a - b))) {
    const rows = await byIds.all(reader, { organization, ids: JSON.stringify(block) });
    for (const row of rows) channels.push(channelOf(row));
  }
  return channels;
}

/** The channels that new accounts are subscribed to, without archived ones. */
export async function defaultChannels(reader: Reader): Promise<Channel[]> {
  const rows = await reader.db
    .selectFrom('channel')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('is_default', '=', 1)
    .where('is_archived', '=', 0)
    .execute();
  const ids = rows.map(({ id }) => id);
  return ids.length === 0 ? [] : readChannels(reader, ids);
}

export async function updateChannel(
  writer: Writer,
  id: number,
  changes: Partial<Omit<ChannelRow, 'id' | 'organization_id'>>,
): Promise<void> {
  await writer.db
    .updateTable('channel')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Whether a folder contains channels, including archived ones. */
export async function folderHasChannels(reader: Reader, folderId: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('channel')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('folder_id', '=', folderId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function readPrivateChannels(reader: Reader): Promise<Channel[]> {
  const rows = await reader.db
    .selectFrom('channel')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('is_private', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map(channelOf);
}
