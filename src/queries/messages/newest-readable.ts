// The newest message of a topic that a requester may read, for links to topics: with protected history, one
// that it received.

import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelMessageAccess } from '../../model/messages/message-access-rules.ts';
import { topicConversation } from '../../stores/conversations/conversation-store.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { idsInRanges } from '../../stores/messages/range-store.ts';
import { channelRelation } from '../channels/channel-relation.ts';
import { type Requester, requesterOf } from '../requester.ts';

/**
 * The id of the newest message that the requester may read, in a channel whose content they may read. Checks only a
 * limited number of the topic's newest messages; undefined if none of these is readable.
 */
export async function newestReadableInTopic(
  requester: Requester,
  channel: Channel,
  topic: string,
): Promise<number | undefined> {
  const { reader, account } = requester;
  const conversation = await topicConversation(reader, channel.id, topic);
  const newest = conversation?.last_message_id ?? undefined;
  if (!conversation || newest === undefined || !account || channel.isWebPublic) return newest;
  const membership = channelRelation({ ...requester, account }, channel);
  if (channelMessageAccess(channel, membership, 'read') === 'all') return newest;
  const range = { key: conversation.id, low: 0, high: newest + 1 };
  const page = { direction: 'older', limit: limits.messagesCheckedForLink } as const;
  const [ids = []] = await idsInRanges(reader, 'conversation_id', [range], page);
  return (await readableHeads(await requesterOf(requester, account), ids)).at(-1)?.id;
}
