// Determines where an account's own channel messages are: its subscription periods, as log positions and as
// ranges of ids.

import { DIRECT_MESSAGES } from '../model/subscriptions/subscription-periods.ts';
import { idsAt } from '../queries/messages/id-at.ts';
import type { Requester } from '../queries/requester.ts';
import type { Reader } from '../storage/reader-writer.ts';
import type { KeyRange } from '../stores/messages/range-store.ts';

/** Above every log position and every id. */
const END = Number.MAX_SAFE_INTEGER;

/** An account's subscription periods, as log positions and, by channel, as ranges of ids. */
export interface OwnPeriods {
  readonly periods: readonly { readonly channelId: number; readonly from: number; readonly to: number }[];
  readonly ranges: ReadonlyMap<number, readonly KeyRange[]>;
}

/** The subscription periods of an account. */
export async function readOwnPeriods(
  reader: Reader,
  { state, subscriptions }: Pick<Requester, 'state' | 'subscriptions'>,
): Promise<OwnPeriods> {
  const periods: { channelId: number; from: number; to: number }[] = [];
  const positions = new Set<number>();
  for (const [channelId, list] of subscriptions) {
    if (channelId === DIRECT_MESSAGES) continue;
    for (const { from, to } of list) {
      periods.push({ channelId, from, to: to ?? END });
      positions.add(from);
      if (to !== null) positions.add(to);
    }
  }
  const idAt = await idsAt({ reader, state }, positions);
  const ranges = new Map<number, KeyRange[]>();
  for (const { channelId, from, to } of periods) {
    const range = { key: channelId, low: idAt(from), high: Math.min(idAt(to), END) };
    const rangesOfChannel = ranges.get(channelId);
    if (rangesOfChannel) rangesOfChannel.push(range);
    else ranges.set(channelId, [range]);
  }
  return { periods, ranges };
}
