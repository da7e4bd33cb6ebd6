// The senders of the loaded messages of a topic.

import type { Range } from '../store/ranges.ts';

export interface Participants {
  /** The most recent sender first. */
  readonly ids: readonly number[];
  /** Whether no one else wrote there: all messages are loaded. */
  readonly isAll: boolean;
}

/** @param senderOf the sender of a loaded message; undefined if memory had to drop it */
export function participantsIn(
  ranges: readonly Range[],
  senderOf: (messageId: number) => number | undefined,
): Participants {
  const messageIds = ranges.flatMap((range) => range.ids).sort((a, b) => b - a);
  const senders = messageIds.map(senderOf);
  const [range] = ranges;
  const isWhole = ranges.length === 1 && range?.reachesOldest === true && range.reachesNewest;
  return {
    ids: [...new Set(senders.filter((id) => id !== undefined))],
    isAll: isWhole && !senders.includes(undefined),
  };
}
