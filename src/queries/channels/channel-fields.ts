// The wire form of a channel from memory.

import type { Channel } from '../../model/channels/channel.ts';
import { type WireChannel, wireChannel } from '../../model/channels/wire-channel.ts';
import type { OrganizationView } from '../state/organization-view.ts';

/** A channel on the wire; permissions omit inactive accounts. */
export function channelFieldsIn(state: OrganizationView, channel: Channel): WireChannel {
  return wireChannel(channel, state.organization, (id) => state.account(id)?.isActive ?? false);
}
