// A channel as clients read it, by what is in memory.

import type { Channel } from '../../model/channels/channel.ts';
import { channelFields, type WireChannel } from '../../model/channels/wire-channel.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** A channel on the wire; permissions leave out who is not active. */
export function channelFieldsIn(state: OrganizationView, channel: Channel): WireChannel {
  return channelFields(channel, state.organization, (id) => state.account(id)?.isActive ?? false);
}
