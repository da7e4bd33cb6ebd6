// The channels that an account can see with one role and not with another, as events for a change of its
// role.

import type { NewEvent } from '../../api-contract/event.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelCreated, channelHidden } from '../../model/channels/channel-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { subscribedChannelIds } from '../accounts/activity-store.ts';
import { channelAllowsNow } from '../groups/allows-setting.ts';
import { canSeeUnsubscribed, grantingSettings } from './channel-audience.ts';
import { readChannels } from './channel-store.ts';
import { wireChannelsNow } from './wire-channels.ts';

/** Whether an account that is not a guest can see a private channel by its role or by a permission. */
async function isGranted(
  writer: Writer,
  organization: Organization,
  account: Account,
  channel: Channel,
): Promise<boolean> {
  if (account.role <= Role.administrator) return true;
  for (const name of grantingSettings) {
    if (await channelAllowsNow({ writer, organization, account }, channel, name)) return true;
  }
  return false;
}

/** Whether an account can see a channel without being subscribed to it. */
async function canSee(
  writer: Writer,
  organization: Organization,
  account: Account,
  channel: Channel,
): Promise<boolean> {
  const isViewer = channel.isPrivate && (await isGranted(writer, organization, account, channel));
  return canSeeUnsubscribed(channel, new Set(isViewer ? [account.id] : []), account);
}

/** The events that the account receives when its role becomes `to`. */
export async function roleChangeChannelEvents(
  writer: Writer,
  organization: Organization,
  account: Account,
  to: Role,
): Promise<NewEvent[]> {
  const after = { ...account, role: to };
  const subscribed = new Set(await subscribedChannelIds(writer, account.id));
  const gainedChannels: Channel[] = [];
  const hiddenChannels: Channel[] = [];
  for (const channel of await readChannels(writer)) {
    if (subscribed.has(channel.id)) continue;
    const couldSee = await canSee(writer, organization, { ...account, isActive: true }, channel);
    const willSee = await canSee(writer, organization, { ...after, isActive: true }, channel);
    if (willSee && !couldSee) gainedChannels.push(channel);
    if (couldSee && !willSee) hiddenChannels.push(channel);
  }
  const audience = { kind: 'accounts', ids: [account.id] } as const;
  const fields = await wireChannelsNow(writer, organization, gainedChannels);
  return [
    ...gainedChannels.flatMap((channel) => {
      const wire = fields.get(channel.id);
      return wire ? [channelCreated(audience, channel, wire)] : [];
    }),
    ...hiddenChannels.map((channel) => channelHidden(audience, channel)),
  ];
}
