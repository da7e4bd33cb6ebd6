// Finds views, accounts, channels and topics by name for the field at the top of the sidebar; those with
// unread messages are ranked higher.

import { matchRank, rankMatches, SCATTERED } from '../lib/ranking.ts';
import {
  type CandidateOptions,
  channelCandidates,
  type GoToCandidate,
  personCandidates,
  topicCandidates,
  viewCandidates,
} from './go-to-candidates.ts';
import type { ViewLine } from './sidebar-model.ts';

export interface GoToSection {
  readonly kind: GoToCandidate['kind'];
  readonly lines: readonly GoToCandidate[];
}

export interface GoToOptions extends CandidateOptions {
  readonly views: readonly ViewLine[];
}

const MAX_LINES = { view: 3, person: 6, channel: 8, topic: 12 };

function best<T extends GoToCandidate>(lines: readonly T[], query: string, limit: number): T[] {
  return rankMatches(lines, query, {
    namesOf: ({ name }) => [name],
    weightOf: ({ count }) => count,
    limit,
  });
}

function withoutScattered({ kind, lines }: GoToSection, query: string): GoToSection {
  return { kind, lines: lines.filter(({ name }) => matchRank(name, query) < SCATTERED) };
}

/** The matches of a query, the best first in each section; the section with the best match comes first. */
export function goToSections(query: string, options: GoToOptions): GoToSection[] {
  const sections: GoToSection[] = [
    { kind: 'view', lines: best(viewCandidates(options.views), query, MAX_LINES.view) },
    { kind: 'channel', lines: best(channelCandidates(options), query, MAX_LINES.channel) },
    { kind: 'topic', lines: best(topicCandidates(options), query, MAX_LINES.topic) },
    { kind: 'person', lines: best(personCandidates(options), query, MAX_LINES.person) },
  ];
  const found = sections
    .filter(({ lines }) => lines.length > 0)
    .map((section) => ({ section, fit: matchRank(section.lines[0]?.name ?? '', query) }))
    .sort((a, b) => a.fit - b.fit);
  // Many names contain the letters scattered. If a name contains them together, only such names are shown.
  const hasCloseMatch = (found[0]?.fit ?? SCATTERED) < SCATTERED;
  return found
    .filter(({ fit }) => !hasCloseMatch || fit < SCATTERED)
    .map(({ section }) => (hasCloseMatch ? withoutScattered(section, query) : section));
}
