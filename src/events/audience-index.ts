// The widest set of accounts that an audience can contain, from its definition alone: enough to find the few
// waiting polls that an entry may be for. Each of them is then checked exactly (`viewer.ts`).

import type { Audience } from '../api-contract/event.ts';

/** The named accounts, the subscribers of channels, and the queues that want all public channels. */
export interface Reach {
  readonly accountIds: readonly number[];
  readonly channelIds: readonly number[];
  readonly isPublic: boolean;
}

const none: Reach = { accountIds: [], channelIds: [], isPublic: false };

/** The accounts that may be in an audience; `anybody` if every account must be checked. */
export function reachOf(audience: Audience): Reach | 'anybody' {
  switch (audience.kind) {
    case 'nobody':
      return none;
    case 'accounts':
      return { ...none, accountIds: audience.ids };
    case 'everyone':
    case 'members':
      return 'anybody';
    case 'channel': {
      const { channelId, also = [], isPublic = false } = audience;
      return { accountIds: also, channelIds: [channelId], isPublic };
    }
    case 'readers': {
      const { channelId, received, holders, also = [] } = audience;
      // An account that received a message in another channel and left that channel may still be in the
      // audience.
      const channelIds = new Set([channelId, ...received.map((arrival) => arrival.channelId)]);
      return { ...none, accountIds: [...holders, ...also], channelIds: [...channelIds] };
    }
    case 'difference':
      return reachOf(audience.of);
  }
}
