// Ids of objects that every organization needs and an archive may lack: system groups and the service's own bots.

import { systemBots } from '../../model/accounts/system-bots.ts';
import { type SystemGroupIds, type SystemGroupName, systemGroups } from '../../model/groups/system-groups.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { reserveIds } from '../../stores/imports/reserve-ids.ts';
import type { ImportedDirectory } from '../records/directory.ts';
import type { Ids } from './ids.ts';

/** The ids of the system groups: those of the archive, or new ones. */
export async function systemGroupIdsOf(
  writer: Writer,
  directory: ImportedDirectory,
  ids: Ids,
): Promise<SystemGroupIds> {
  const found: Partial<Record<SystemGroupName, number>> = {};
  for (const { name } of systemGroups) {
    const archived = directory.groups.find((group) => group.isSystem && group.name === name);
    found[name] = archived ? ids.of('group', archived.id) : 1 + (await reserveIds(writer, 'user_group', 1));
  }
  return found as SystemGroupIds;
}

/** The ids of the service's bots by key, in the same way. */
export async function systemBotIdsOf(
  writer: Writer,
  directory: ImportedDirectory,
  ids: Ids,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  for (const { key } of systemBots) {
    const archived = directory.accounts.find((account) => account.systemBot === key);
    found.set(key, archived ? ids.account(archived.id) : 1 + (await reserveIds(writer, 'account', 1)));
  }
  return found;
}
