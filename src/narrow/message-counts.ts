// How many messages match a narrow, by sender, channel and conversation, up to a bound: the newest ones are counted.

import { limits } from '../api-contract/limits.ts';
import { wireIdentity } from '../model/conversations/conversation-identity.ts';
import type { MessageHead } from '../model/messages/message-row.ts';
import type { Requester } from '../queries/requester.ts';
import { NEWEST } from './anchor.ts';
import { fetchRange } from './range.ts';
import type { Narrow } from './term.ts';
import type { WalkOptions } from './walk.ts';

type Identity = ReturnType<typeof wireIdentity>;

export interface MessageCounts {
  readonly count: number;
  /** Whether all matches were counted. */
  readonly isAll: boolean;
  /** Those with the most matches, in that order. */
  readonly senders: { user_id: number; count: number }[];
  readonly channels: { stream_id: number; count: number }[];
  readonly conversations: (Identity & { count: number })[];
}

/** The keys with the most messages, each with its first message and their number. */
function mostFrequent(
  heads: readonly MessageHead[],
  keyOf: (head: MessageHead) => number | null,
): { readonly key: number; readonly head: MessageHead; readonly count: number }[] {
  const counts = new Map<number, { readonly head: MessageHead; count: number }>();
  for (const head of heads) {
    const key = keyOf(head);
    if (key === null) continue;
    const countOfKey = counts.get(key);
    if (countOfKey) countOfKey.count += 1;
    else counts.set(key, { head, count: 1 });
  }
  return [...counts]
    .map(([key, counted]) => ({ key, ...counted }))
    .sort((a, b) => b.count - a.count || a.key - b.key)
    .slice(0, limits.countsPerKind);
}

/** Counts the newest matches of a narrow, fewer than `messagesCounted` if the walk takes too long. */
export async function countMessages(
  requester: Requester,
  narrow: Narrow,
  options: WalkOptions,
): Promise<MessageCounts> {
  const found = await fetchRange(
    requester,
    narrow,
    // One more than are counted shows whether there are more.
    {
      anchor: { kind: 'id', id: NEWEST },
      includeAnchor: true,
      numBefore: limits.messagesCounted + 1,
      numAfter: 0,
    },
    options,
  );
  const heads = found.heads.slice(-limits.messagesCounted);
  return {
    count: heads.length,
    isAll: found.foundOldest && heads.length === found.heads.length,
    senders: mostFrequent(heads, (head) => head.sender_id).map(({ key, count }) => ({ user_id: key, count })),
    channels: mostFrequent(heads, (head) => head.channel_id).map(({ key, count }) => ({
      stream_id: key,
      count,
    })),
    conversations: mostFrequent(heads, (head) => head.conversation_id).map(({ head, count }) => ({
      ...wireIdentity(head),
      count,
    })),
  };
}
