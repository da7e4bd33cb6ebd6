// Groups of channels that new accounts can join.

import {
  type DefaultChannelGroup,
  defaultChannelGroupOf,
} from '../../model/default-channel-groups/default-channel-group.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const groupsOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('default_channel_group')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .orderBy('id'),
);

/** All groups of the organization, oldest first. */
export async function readDefaultGroups(reader: Reader): Promise<DefaultChannelGroup[]> {
  const rows = await groupsOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(defaultChannelGroupOf);
}

export async function insertDefaultGroup(
  writer: Writer,
  { name, description, channelIds }: Omit<DefaultChannelGroup, 'id'>,
): Promise<void> {
  await writer.db
    .insertInto('default_channel_group')
    .values({
      organization_id: writer.organizationId,
      name,
      name_key: textKey(name),
      description,
      channel_ids: JSON.stringify(channelIds),
    })
    .execute();
}

/** Stores a changed group. */
export async function putDefaultGroup(writer: Writer, group: DefaultChannelGroup): Promise<void> {
  await writer.db
    .updateTable('default_channel_group')
    .set({
      name: group.name,
      name_key: textKey(group.name),
      description: group.description,
      channel_ids: JSON.stringify(group.channelIds),
    })
    .where('id', '=', group.id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Removes a group; its channels stay. */
export async function deleteDefaultGroup(writer: Writer, id: number): Promise<void> {
  await writer.db
    .deleteFrom('default_channel_group')
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
