// The audience of a change to sent messages: accounts that can see them and may have received
// them. It is derived from where the messages arrived and from the personal rows, without a cost per recipient.

import type { Audience, MessageReaders } from '../../api-contract/event.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import type { MessageRow } from '../../model/messages/message-row.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from '../conversations/conversation-store.ts';
import { arrivalsByMessage } from './message-store.ts';

const holdersOf = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('personal_message')
    .select(['message_id', 'account_id'])
    .where('message_id', 'in', idsOf(engine, p.ids)),
);

/** Where one message was received, and the accounts with a personal row for it. */
export interface Reception {
  readonly arrivals: readonly (readonly [channelId: number, sequence: number])[];
  readonly holders: readonly number[];
}

/** The reception of each message by id; decides who may see it where history is protected. */
export type Receptions = Readonly<Record<number, Reception>>;

export type LocatedMessage = Pick<MessageRow, 'id' | 'channel_id' | 'sequence' | 'is_moved'>;

/** Reads where messages arrived, and which accounts have rows for them. */
export async function receptionsOf(reader: Reader, messages: readonly LocatedMessage[]): Promise<Receptions> {
  const movedIds = messages.filter((message) => message.is_moved === 1).map((message) => message.id);
  const arrivals = await arrivalsByMessage(reader, movedIds);
  const holders = new Map<number, number[]>();
  const ids = JSON.stringify(messages.map((message) => message.id));
  for (const row of await holdersOf.all(reader, { ids })) {
    const accountIds = holders.get(row.message_id);
    if (accountIds) accountIds.push(row.account_id);
    else holders.set(row.message_id, [row.account_id]);
  }
  return Object.fromEntries(
    messages.map((message) => [
      message.id,
      {
        arrivals: (
          arrivals.get(message.id) ?? [{ channel_id: message.channel_id ?? 0, sequence: message.sequence }]
        ).map((arrival) => [arrival.channel_id, arrival.sequence] as const),
        holders: holders.get(message.id) ?? [],
      },
    ]),
  );
}

/** Who can see the history of a channel. */
export function historyOf(channel: Channel): MessageReaders['history'] {
  if (!channel.isPrivate) return 'public';
  return channel.isHistoryPublic ? 'shared' : 'protected';
}

/** The audience of a change to messages of a channel. */
export function channelMessageAudience(channel: Channel, receptions: Receptions): MessageReaders {
  const ranges = new Map<number, { channelId: number; from: number; to: number }>();
  const holders = new Set<number>();
  for (const reception of Object.values(receptions)) {
    for (const holder of reception.holders) holders.add(holder);
    for (const [channelId, sequence] of reception.arrivals) {
      const range = ranges.get(channelId);
      if (range) {
        range.from = Math.min(range.from, sequence);
        range.to = Math.max(range.to, sequence);
      } else {
        ranges.set(channelId, { channelId, from: sequence, to: sequence });
      }
    }
  }
  return {
    kind: 'readers',
    channelId: channel.id,
    history: historyOf(channel),
    received: [...ranges.values()],
    holders: [...holders],
  };
}

/** The audience of a change to one message; always includes `also`, the account that made it. */
export async function messageAudience(
  reader: Reader,
  {
    row,
    conversation,
    channel,
  }: {
    readonly row: LocatedMessage;
    readonly conversation: Conversation;
    readonly channel: Channel | undefined;
  },
  also: number,
): Promise<Audience> {
  if (!channel) return { kind: 'accounts', ids: peopleOf(conversation.direct_key ?? '') };
  return { ...channelMessageAudience(channel, await receptionsOf(reader, [row])), also: [also] };
}

/**
 * The audience of a change to one message that stays in its conversation: accounts that can see it, and
 * always those in `also`.
 */
export function changeAudience(
  { conversation, channel }: { readonly conversation: Conversation; readonly channel: Channel | undefined },
  receptions: Receptions,
  also: readonly number[],
): Audience {
  if (!channel) return { kind: 'accounts', ids: peopleOf(conversation.direct_key ?? '') };
  return { ...channelMessageAudience(channel, receptions), also };
}
