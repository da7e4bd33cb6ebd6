// Where a person's own messages in channels lie: the periods of their subscriptions, as places in the log and as ranges
// of ids.

import { idsAt } from '../model/messages/id-at.ts';
import type { KeyRange } from '../model/messages/range-store.ts';
import { DIRECT } from '../model/subscriptions/periods.ts';
import type { Reader } from '../storage/session.ts';
import type { HistoryParts } from './history-source.ts';
import type { Searcher } from './scope.ts';

/** Above every place in the log and every id. */
const END = Number.MAX_SAFE_INTEGER;

/** A person's periods of subscription, and as ranges of ids those of the channels that are asked for. */
export async function ownPlaces(
  reader: Reader,
  { state, subscriptions }: Searcher,
  isAskedFor: (channelId: number) => boolean,
): Promise<Pick<HistoryParts, 'channelRanges' | 'periods'>> {
  const periods: { channelId: number; from: number; to: number }[] = [];
  const places = new Set<number>();
  for (const [channelId, list] of subscriptions) {
    if (channelId === DIRECT) continue;
    for (const { from, to } of list) {
      periods.push({ channelId, from, to: to ?? END });
      places.add(from);
      if (to !== null) places.add(to);
    }
  }
  const idAt = await idsAt(reader, state, places);
  const channelRanges: KeyRange[] = [];
  for (const { channelId, from, to } of periods) {
    if (!isAskedFor(channelId)) continue;
    const high = to === END ? END : Math.min(idAt(to), END);
    channelRanges.push({ key: channelId, low: idAt(from), high });
  }
  return { channelRanges, periods };
}
