// The unread messages of a conversation or channel, or all of them.

import type { State } from '../../client/state/state.ts';
import { unreadIds as allUnreadIds } from '../../client/state/unread.ts';
import { type Conversation, isSameTarget, type NarrowTarget, otherIds } from './narrow-targets.ts';

/** A conversation, or a channel with all its topics. */
export type ConversationOrChannel = Conversation | Extract<NarrowTarget, { kind: 'channel' }>;

/** The scope of marking as read: a conversation, a channel with all its topics, or everything. */
export type ReadScope = ConversationOrChannel | { readonly kind: 'everything' };

/** The unread messages that the state lists. */
export function unreadIds(
  { unread_msgs: unread, user_id: ownId = 0 }: State,
  conversation: ReadScope,
): number[] {
  if (!unread) return [];
  if (conversation.kind === 'everything') return [...allUnreadIds(unread)];
  if (conversation.kind !== 'direct') {
    const isIn = (channelId: number, topic: string) =>
      conversation.kind === 'channel'
        ? channelId === conversation.channelId
        : isSameTarget(conversation, { kind: 'topic', channelId, topic });
    return unread.streams
      .filter(({ stream_id, topic }) => isIn(stream_id, topic))
      .flatMap(({ unread_message_ids }) => unread_message_ids);
  }
  const direct = [
    ...unread.pms.map((direct) => ({ ids: [direct.other_user_id], messages: direct.unread_message_ids })),
    ...unread.huddles.map((group) => ({
      ids: group.user_ids_string.split(',').map(Number),
      messages: group.unread_message_ids,
    })),
  ];
  return direct
    .filter(({ ids }) => isSameTarget(conversation, { kind: 'direct', ids: otherIds(ids, ownId) }))
    .flatMap(({ messages }) => messages);
}
