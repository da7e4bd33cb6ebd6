// Where a person's own messages in channels lie: the periods of their subscriptions, as places in the log and as ranges
// of ids.

import { DIRECT } from '../model/subscriptions/periods.ts';
import type { Asker } from '../queries/asker.ts';
import { idsAt } from '../queries/messages/id-at.ts';
import type { Reader } from '../storage/session.ts';
import type { KeyRange } from '../stores/messages/range-store.ts';

/** Above every place in the log and every id. */
const END = Number.MAX_SAFE_INTEGER;

/** A person's periods of subscription, as places in the log and, by channel, as ranges of ids. */
export interface OwnPlaces {
  readonly periods: readonly { readonly channelId: number; readonly from: number; readonly to: number }[];
  readonly ranges: ReadonlyMap<number, readonly KeyRange[]>;
}

/** The places of a person's own history. */
export async function ownPlaces(
  reader: Reader,
  { state, subscriptions }: Pick<Asker, 'state' | 'subscriptions'>,
): Promise<OwnPlaces> {
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
  const idAt = await idsAt({ reader, state }, places);
  const ranges = new Map<number, KeyRange[]>();
  for (const { channelId, from, to } of periods) {
    const range = { key: channelId, low: idAt(from), high: Math.min(idAt(to), END) };
    const present = ranges.get(channelId);
    if (present) present.push(range);
    else ranges.set(channelId, [range]);
  }
  return { periods, ranges };
}
