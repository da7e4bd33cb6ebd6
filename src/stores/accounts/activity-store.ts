// Roles and activity of accounts in the database, with their periods: each begins and ends at a place in the log.

import { Role } from '../../model/accounts/roles.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import { updateAccount } from './account-store.ts';
import { activePeople } from './active-people.ts';

/** How many active people besides one are owners. */
export async function countOtherOwners(reader: Reader, accountId: number): Promise<number> {
  const owners = activePeople(reader).where('role', '=', Role.owner);
  return (await owners.where('id', '<>', accountId).execute()).length;
}

/** Whether no person besides one is active. */
export async function isOnlyPerson(reader: Reader, accountId: number): Promise<boolean> {
  const others = activePeople(reader).where('id', '<>', accountId);
  return (await others.limit(1).executeTakeFirst()) === undefined;
}

/** The active bots that an account owns. */
export async function activeBotIds(reader: Reader, ownerId: number): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('account')
    .select('id')
    .where('bot_owner_id', '=', ownerId)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Gives an account another role from a place in the log on. */
export async function putRole(
  writer: Writer,
  accountId: number,
  role: Role,
  sequence: number,
): Promise<void> {
  await updateAccount(writer, accountId, { role });
  await writer.db
    .updateTable('role_period')
    .set({ to_sequence: sequence })
    .where('account_id', '=', accountId)
    .where('to_sequence', 'is', null)
    .execute();
  await writer.db
    .insertInto('role_period')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      from_sequence: sequence,
      to_sequence: null,
      role,
    })
    .execute();
}

/** Ends an account's activity at a place in the log. */
export async function putInactive(writer: Writer, accountId: number, sequence: number): Promise<void> {
  await updateAccount(writer, accountId, { is_active: 0 });
  await writer.db
    .updateTable('account_period')
    .set({ to_sequence: sequence })
    .where('account_id', '=', accountId)
    .where('to_sequence', 'is', null)
    .execute();
}

/** Lets an account be active again from a place in the log on. */
export async function putActive(writer: Writer, accountId: number, sequence: number): Promise<void> {
  await updateAccount(writer, accountId, { is_active: 1 });
  await writer.db
    .insertInto('account_period')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      from_sequence: sequence,
      to_sequence: null,
    })
    .execute();
}

/** The channels that an account is subscribed to, whether it is active or not. */
export async function subscribedChannelIds(reader: Reader, accountId: number): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('subscription')
    .select('channel_id')
    .where('account_id', '=', accountId)
    .where('is_active', '=', 1)
    .orderBy('channel_id')
    .execute();
  return rows.map((row) => row.channel_id);
}

/** The counts of subscribers hold active accounts only: one more or less in all of an account's channels. */
export async function countInChannels(writer: Writer, accountId: number, change: 1 | -1): Promise<void> {
  await writer.db
    .updateTable('channel')
    .set((e) => ({ subscriber_count: e('subscriber_count', '+', change) }))
    .where('id', 'in', (e) =>
      e
        .selectFrom('subscription')
        .select('channel_id')
        .where('account_id', '=', accountId)
        .where('is_active', '=', 1),
    )
    .execute();
}

/** Whatever carries the `access_version` that an account had counts no longer. */
export async function countAccessVersion(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .updateTable('account')
    .set((e) => ({ access_version: e('access_version', '+', 1) }))
    .where('id', '=', accountId)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
