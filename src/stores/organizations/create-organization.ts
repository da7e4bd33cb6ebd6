// Creates an organization: its row, its log, its system groups and its system bots.

import { randomUUID } from 'node:crypto';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { Role } from '../../model/accounts/roles.ts';
import { systemBots } from '../../model/accounts/system-bots.ts';
import { callProviders } from '../../model/calls/call-providers.ts';
import { userGroupPermissions } from '../../model/groups/permission-settings.ts';
import { type SystemGroupIds, type SystemGroupName, systemGroups } from '../../model/groups/system-groups.ts';
import { textKey } from '../../model/text-key.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { insertAccount } from '../accounts/insert-account.ts';
import { checkHostIsFree } from './host-store.ts';

export interface NewOrganization {
  readonly name: string;
  /** The host that selects it, without port; empty for any host. */
  readonly host: string;
  readonly isDemo: boolean;
}

/** Settings of new organizations that differ from those of organizations that have existed for longer. */
const settingsOfNew = { video_chat_provider: callProviders.parley.id };

function stringIdOf(host: string, id: number): string {
  const label = /^([a-z0-9-]+)\./.exec(host)?.[1];
  return label ?? (id === 1 ? '' : `organization-${id}`);
}

/**
 * Stores a new organization with its log and returns its id. Groups and bots are added by
 * `createOrganization`.
 */
async function insertOrganization(writer: Writer, organization: NewOrganization): Promise<number> {
  await checkHostIsFree(writer, organization.host.toLowerCase());
  const { id } = await writer.db
    .insertInto('organization')
    .values({
      uuid: randomUUID(),
      string_id: randomUUID(),
      name: organization.name,
      host: organization.host.toLowerCase(),
      public_host: '',
      created_at: writer.now,
      is_deactivated: 0,
      is_demo: organization.isDemo ? 1 : 0,
      settings: JSON.stringify(settingsOfNew),
      default_settings: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writer.db
    .updateTable('organization')
    .set({ string_id: stringIdOf(organization.host, id) })
    .where('id', '=', id)
    .execute();
  await writer.db.insertInto('organization_sequence').values({ organization_id: id, sequence: 0 }).execute();
  return id;
}

/** Inserts the rows of the system groups and returns their ids. */
async function insertGroupRows(writer: Writer): Promise<SystemGroupIds> {
  const ids: Partial<Record<SystemGroupName, number>> = {};
  for (const group of systemGroups) {
    const { id } = await writer.db
      .insertInto('user_group')
      .values({
        organization_id: writer.organizationId,
        name: group.name,
        name_key: textKey(group.name),
        description: group.description,
        is_system: 1,
        creator_id: null,
        created_at: null,
        is_deactivated: 0,
        group_settings: '{}',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids[group.name] = id;
  }
  return ids as SystemGroupIds;
}

/** Creates the system groups, each within the next wider one. */
async function insertSystemGroups(writer: Writer): Promise<void> {
  const ids = await insertGroupRows(writer);
  const nobody = ids['role:nobody'];
  const settings = Object.fromEntries(Object.keys(userGroupPermissions).map((name) => [name, nobody]));
  const sequence = writer.nextSequence();
  for (const group of systemGroups) {
    await writer.db
      .updateTable('user_group')
      .set({ group_settings: JSON.stringify(settings) })
      .where('id', '=', ids[group.name])
      .execute();
    if (!group.subgroup) continue;
    await writer.db
      .insertInto('user_group_subgroup')
      .values({
        organization_id: writer.organizationId,
        group_id: ids[group.name],
        subgroup_id: ids[group.subgroup],
        from_sequence: sequence,
        to_sequence: null,
      })
      .execute();
  }
}

/** Creates an organization with its system groups and bots; resolves with its id once it is durable. */
export async function createOrganization(
  database: ParleyDatabase,
  keyring: Keyring,
  organization: NewOrganization,
): Promise<number> {
  const id = await database.write(0, (writer) => insertOrganization(writer, organization));
  await database.write(id, async (writer) => {
    await insertSystemGroups(writer);
    for (const bot of systemBots) {
      await insertAccount(writer, keyring, {
        email: bot.email,
        fullName: bot.fullName,
        role: Role.member,
        botType: 1,
        isSystemBot: true,
      });
    }
  });
  return id;
}
