// Queries for guest accounts.

import { Role } from '../../model/accounts/roles.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { activePeople } from './active-people.ts';

/** The active guests, without bots. */
export async function activeGuests(reader: Reader): Promise<number[]> {
  const rows = await activePeople(reader).where('role', '=', Role.guest).execute();
  return rows.map(({ id }) => id);
}

/** The active guests, including bots, who are subscribed to any of the channels. */
export async function guestsSubscribedTo(reader: Reader, channelIds: readonly number[]): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('subscription')
    .innerJoin('account', 'account.id', 'subscription.account_id')
    .select('account.id')
    .distinct()
    .where('subscription.channel_id', 'in', [...channelIds])
    .where('subscription.is_active', '=', 1)
    .where('account.role', '=', Role.guest)
    .where('account.is_active', '=', 1)
    .execute();
  return rows.map(({ id }) => id);
}
