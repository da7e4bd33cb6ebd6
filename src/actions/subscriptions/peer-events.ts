// Events to other accounts when people subscribe to channels or unsubscribe: one event for all public
// channels with the same people, and one for each private channel.

import type { Audience } from '../../api-contract/event.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { peersChanged } from '../../model/subscriptions/subscription-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';

interface Group {
  readonly channels: Channel[];
  readonly accountIds: readonly number[];
  readonly audience: Audience;
}

function groupsOf(
  channels: readonly Channel[],
  people: ReadonlyMap<number, readonly { readonly id: number }[]>,
  audienceOf: (channel: Channel) => Audience,
): Group[] {
  const groupsOfPublic = new Map<string, Group>();
  const result: Group[] = [];
  for (const channel of channels) {
    const accountIds = (people.get(channel.id) ?? []).map(({ id }) => id).sort((a, b) => a - b);
    const audience = audienceOf(channel);
    if (channel.isPrivate) {
      result.push({ channels: [channel], accountIds, audience });
      continue;
    }
    const key = accountIds.join(',');
    const existing = groupsOfPublic.get(key);
    if (existing) {
      existing.channels.push(channel);
      continue;
    }
    const group = { channels: [channel], accountIds, audience };
    groupsOfPublic.set(key, group);
    result.push(group);
  }
  return result;
}

/** Members see all public channels; the event's view determines which of them guests see. */
function sharedAudience(group: Group): Audience {
  const [only, ...others] = group.channels;
  if (others.length === 0 && only && !only.isWebPublic) return group.audience;
  if (group.channels.some((channel) => channel.isWebPublic)) return { kind: 'everyone' };
  return { kind: 'members', orSubscribersOf: group.channels.map(({ id }) => id) };
}

function withoutThemselves(audience: Audience, accountIds: readonly number[]): Audience {
  return { kind: 'difference', of: audience, minus: { kind: 'accounts', ids: accountIds } };
}

/**
 * Emits who subscribed (or unsubscribed), by channel, to everyone who can see the channel except those
 * people.
 */
export function emitPeers(
  writer: Writer,
  {
    op,
    channels,
    people,
  }: {
    readonly op: 'peer_add' | 'peer_remove';
    readonly channels: readonly Channel[];
    /** The people, by channel; each has some. */
    readonly people: ReadonlyMap<number, readonly { readonly id: number }[]>;
  },
  audienceOf: (channel: Channel) => Audience,
): void {
  for (const group of groupsOf(channels, people, audienceOf)) {
    const audience = withoutThemselves(sharedAudience(group), group.accountIds);
    const ids = group.channels.map(({ id }) => id);
    writer.emit({
      ...peersChanged(
        audience,
        { op, channelIds: ids, accountIds: group.accountIds },
        {
          openToGuests: group.channels.filter((channel) => channel.isWebPublic).map(({ id }) => id),
          archivedIds: group.channels.filter((channel) => channel.isArchived).map(({ id }) => id),
        },
      ),
    });
  }
}
