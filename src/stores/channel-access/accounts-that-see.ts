// Finds which of some accounts may see a channel, within a unit of work.

import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { mayReadChannel } from '../../model/channels/channel-access.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readAccounts } from '../accounts/account-store.ts';
import { subscribersAmong } from '../subscriptions/subscription-store.ts';
import { tableLookup } from './lookup.ts';

/** The accounts that may see a channel, of those given with their roles. */
export async function accountsThatSee(
  writer: Writer,
  channel: Channel,
  people: ReadonlyMap<number, { readonly role: number }>,
): Promise<ReadonlySet<number>> {
  if (channel.isWebPublic) return new Set(people.keys());
  const seeing = new Set(await subscribersAmong(writer, channel.id, [...people.keys()]));
  if (channel.isPrivate) {
    const others = [...people.keys()].filter((id) => !seeing.has(id));
    for (const account of others.length === 0 ? [] : await readAccounts(writer, others)) {
      const found = await tableLookup({ writer, account }).channel(channel.id);
      if (found && mayReadChannel(found.channel, found.membership)) seeing.add(account.id);
    }
    return seeing;
  }
  for (const [id, { role }] of people) if (role !== Role.guest) seeing.add(id);
  return seeing;
}
