// Where most was going on lately: topics counted message by message, and of each channel the liveliest few, by how many
// people wrote and by how much they wrote. (Reference behaviour: the hot conversations of its digest.)

import { limits } from '../../api-contract/limits.ts';

/** How lively a topic was. */
export interface BusyTopic {
  readonly conversationId: number;
  readonly channelId: number;
  readonly messages: number;
  readonly senders: number;
}

/** A message as far as it counts. */
export interface CountedMessage {
  readonly conversation_id: number;
  readonly channel_id: number;
  readonly sender_id: number;
}

type Order = (one: BusyTopic, other: BusyTopic) => number;

/** Those with the most different senders first, and among equals the fuller, then the newer. */
export const byVariety: Order = (one, other) =>
  other.senders - one.senders || other.messages - one.messages || other.conversationId - one.conversationId;

/** Those with the most messages first. */
export const byLength: Order = (one, other) =>
  other.messages - one.messages || other.senders - one.senders || other.conversationId - one.conversationId;

interface Counting {
  readonly channelId: number;
  readonly senders: Set<number>;
  messages: number;
}

/** Counts messages by topic. */
export class TopicCounts {
  readonly #topics = new Map<number, Counting>();

  add({ conversation_id, channel_id, sender_id }: CountedMessage): void {
    const present = this.#topics.get(conversation_id);
    const counting = present ?? { channelId: channel_id, senders: new Set<number>(), messages: 0 };
    if (!present) this.#topics.set(conversation_id, counting);
    counting.messages++;
    counting.senders.add(sender_id);
  }

  /** The liveliest topics of each channel: a bounded number, by variety and by length. */
  liveliest(): Map<number, readonly BusyTopic[]> {
    const topics = [...this.#topics].map(([conversationId, { channelId, senders, messages }]) => ({
      conversationId,
      channelId,
      messages,
      senders: senders.size,
    }));
    const result = new Map<number, readonly BusyTopic[]>();
    for (const [channelId, own] of Map.groupBy(topics, (topic) => topic.channelId)) {
      const most = (order: Order) => own.toSorted(order).slice(0, limits.digestTopicsPerChannel);
      result.set(channelId, [...new Set([...most(byVariety), ...most(byLength)])]);
    }
    return result;
  }
}
