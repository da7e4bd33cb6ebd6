// Channels in their wire form, from the tables as a unit of work sees them.

import type { Channel } from '../../model/channels/channel.ts';
import { type WireChannel, wireChannel } from '../../model/channels/wire-channel.ts';
import { namedIds } from '../../model/groups/permission-rules.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { activeAmong } from '../accounts/account-store.ts';

/** The wire fields of channels, by channel id. */
export async function wireChannelsNow(
  reader: Reader,
  organization: Organization,
  channels: readonly Channel[],
): Promise<Map<number, WireChannel>> {
  const people = channels.flatMap(({ groupSettings }) =>
    Object.values(groupSettings).flatMap((value) => namedIds(value).accountIds),
  );
  const active = await activeAmong(reader, [...new Set(people)]);
  return new Map(
    channels.map((channel) => [channel.id, wireChannel(channel, organization, (id) => active.has(id))]),
  );
}
