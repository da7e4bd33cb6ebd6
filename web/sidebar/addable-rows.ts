// The channels, topics and direct conversations that can be added to a section of the sidebar, found by name.

import { matchRank, rankMatches } from '../lib/ranking.ts';
import { accepts } from './arrange-rows.ts';
import {
  type CandidateOptions,
  type ChannelCandidate,
  channelCandidates,
  type PersonCandidate,
  personCandidates,
  type TopicCandidate,
  topicCandidates,
} from './go-to-candidates.ts';
import { type RowTarget, rowKey } from './sidebar-rows.ts';
import type { SidebarSection } from './sidebar-sections.ts';

export type AddableRow = ChannelCandidate | TopicCandidate | PersonCandidate;

const MAX_EACH = 4;
const MAX_OFFERED = 8;

/** The channel or conversation of a row. */
export function targetOf(candidate: AddableRow): RowTarget {
  switch (candidate.kind) {
    case 'person':
      return { kind: 'direct', ids: candidate.ids };
    case 'channel':
      return { kind: 'channel', channelId: candidate.channel.stream_id };
    case 'topic':
      return { kind: 'topic', channelId: candidate.channelId, topic: candidate.topic };
  }
}

/** What can be added to a section and matches a text, the best match first. */
export function addableRows(options: CandidateOptions, section: SidebarSection, query: string): AddableRow[] {
  const present = new Set(section.rows.map(({ key }) => key));
  const best = <T extends AddableRow>(all: readonly T[]) =>
    rankMatches(
      all.filter((one) => accepts(section.key, targetOf(one)) && !present.has(rowKey(targetOf(one)))),
      query,
      { namesOf: ({ name }) => [name], limit: MAX_EACH },
    );
  const found: AddableRow[] = [
    ...best(channelCandidates(options).filter(({ isSubscribed }) => isSubscribed)),
    ...best(topicCandidates(options)),
    ...best(personCandidates(options)),
  ];
  return found
    .map((candidate) => ({ candidate, rank: matchRank(candidate.name, query) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_OFFERED)
    .map(({ candidate }) => candidate);
}
