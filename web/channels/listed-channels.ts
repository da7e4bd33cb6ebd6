// The channels the viewer may see, filtered for the list.

import type { State } from '../../client/state/state.ts';
import { rankMatches } from '../lib/ranking.ts';
import { type Privacy, privacyOf } from './channel-permissions.ts';

export interface ListedChannel {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly subscribers: number;
  readonly isSubscribed: boolean;
  readonly privacy: Privacy;
}

export const filters = ['all', 'subscribed', 'notSubscribed'] as const;
export type Filter = (typeof filters)[number];

const filtersOfSections = new Map<string, Filter>([
  ['subscribed', 'subscribed'],
  ['available', 'notSubscribed'],
  ['not-subscribed', 'notSubscribed'],
]);

/** The filter in the rest of an address (`subscribed`). */
export function filterOf(section: string): Filter {
  return filtersOfSections.get(section.split('/')[0] ?? '') ?? 'all';
}

const MAX_SHOWN = 500;

/** The matching channels by name; archived ones only while subscribed. */
export function listedChannels(state: State, query: string, filter: Filter): ListedChannel[] {
  const lists = [
    { channels: state.subscriptions ?? [], isSubscribed: true },
    { channels: state.unsubscribed ?? [], isSubscribed: false },
    { channels: state.never_subscribed ?? [], isSubscribed: false },
  ];
  const all = lists
    .filter(({ isSubscribed }) => filter === 'all' || (filter === 'subscribed') === isSubscribed)
    .flatMap(({ channels, isSubscribed }) =>
      channels
        .filter((channel) => !channel.is_archived)
        .map((channel) => ({
          id: channel.stream_id,
          name: channel.name,
          description: channel.description,
          subscribers: channel.subscriber_count,
          isSubscribed,
          privacy: privacyOf(channel),
        })),
    );
  const byName = all.sort((a, b) => a.name.localeCompare(b.name));
  if (query.trim() === '') return byName.slice(0, MAX_SHOWN);
  const named = rankMatches(byName, query, { namesOf: ({ name }) => [name], limit: MAX_SHOWN });
  const described = rankMatches(byName, query, {
    namesOf: ({ description }) => ['', description],
    limit: MAX_SHOWN,
  });
  return [...new Set([...named, ...described])];
}
