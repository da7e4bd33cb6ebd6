// Roles and activity of accounts, with their periods, which begin and end at log positions.

import { Role } from '../../model/accounts/roles.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from './account-store.ts';
import { activePeople } from './active-people.ts';

/** The number of active owners other than the account. */
export async function countOtherOwners(reader: Reader, accountId: number): Promise<number> {
  const owners = activePeople(reader).where('role', '=', Role.owner);
  return (await owners.where('id', '<>', accountId).execute()).length;
}

/** Whether no other person is active. */
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

/** Changes the role of an account from a log position on. */
export async function setAccountRole(
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

/** Deactivates an account at a log position. */
export async function setAccountInactive(writer: Writer, accountId: number, sequence: number): Promise<void> {
  await updateAccount(writer, accountId, { is_active: 0 });
  await writer.db
    .updateTable('account_period')
    .set({ to_sequence: sequence })
    .where('account_id', '=', accountId)
    .where('to_sequence', 'is', null)
    .execute();
}

/** Reactivates an account at a log position. */
export async function setAccountActive(writer: Writer, accountId: number, sequence: number): Promise<void> {
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

/** The channels an account is subscribed to, whether it is active or not. */
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

/** Adjusts the subscriber counts of all channels of an account, since they count active accounts only. */
export async function adjustSubscriberCountsOfAccount(
  writer: Writer,
  accountId: number,
  change: 1 | -1,
): Promise<void> {
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

/** Increments the `access_version` of an account, which invalidates everything that carries the old one. */
export async function incrementAccessVersion(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .updateTable('account')
    .set((e) => ({ access_version: e('access_version', '+', 1) }))
    .where('id', '=', accountId)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
