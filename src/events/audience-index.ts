// Whom an audience may hold, as far as its words say it: enough to find the few polls that an entry may be for among the
// many that wait. Whether it is for them is asked of each then (`viewer.ts`).

import type { Audience } from '../api-contract/event.ts';

/** The people named, the people of channels, and the queues that asked for all public channels. */
export interface Reach {
  readonly accountIds: readonly number[];
  readonly channelIds: readonly number[];
  readonly isPublic: boolean;
}

const nobody: Reach = { accountIds: [], channelIds: [], isPublic: false };

/** Whom an audience may hold; `anybody` where every account must be asked. */
export function reachOf(audience: Audience): Reach | 'anybody' {
  switch (audience.kind) {
    case 'nobody':
      return nobody;
    case 'accounts':
      return { ...nobody, accountIds: audience.ids };
    case 'everyone':
    case 'members':
      return 'anybody';
    case 'channel': {
      const { channelId, also = [], isPublic = false } = audience;
      return { accountIds: also, channelIds: [channelId], isPublic };
    }
    case 'readers': {
      const { channelId, received, holders, also = [] } = audience;
      // Who received a message in another channel once, and left that, may still hear of it.
      const channelIds = new Set([channelId, ...received.map((arrival) => arrival.channelId)]);
      return { ...nobody, accountIds: [...holders, ...also], channelIds: [...channelIds] };
    }
    case 'difference':
      return reachOf(audience.of);
  }
}
