// Which of some accounts may see a channel, within a unit of work.

import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { subscribersAmong } from '../../stores/subscriptions/subscription-store.ts';

/** The accounts that may see a channel, of those given with their roles. */
export async function accountsThatSee(
  writer: Writer,
  channel: Channel,
  people: ReadonlyMap<number, { readonly role: number }>,
): Promise<ReadonlySet<number>> {
  if (channel.isWebPublic) return new Set(people.keys());
  const seeing = new Set(await subscribersAmong(writer, channel.id, [...people.keys()]));
  if (channel.isPrivate) return seeing;
  for (const [id, { role }] of people) if (role !== Role.guest) seeing.add(id);
  return seeing;
}
