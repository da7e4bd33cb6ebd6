// The newest message of a topic that somebody may read, for links to topics: where history is protected, one that they
// received.

import { limits } from '../../contract/limits.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { channelMessageAccess } from '../../model/messages/access-rules.ts';
import type { Reader } from '../../storage/session.ts';
import { topicConversation } from '../../stores/conversations/store.ts';
import { idsInRanges } from '../../stores/messages/range-store.ts';
import { standingIn } from '../channels/standing.ts';
import type { Asker } from '../seen.ts';
import { readableHeads } from './readable.ts';

/**
 * Its id, in a channel whose content the asker may read; undefined where there is none, or none among the newest of
 * the topic that are looked at.
 */
export async function newestReadableInTopic(
  reader: Reader,
  asker: Asker,
  channel: Channel,
  topic: string,
): Promise<number | undefined> {
  const conversation = await topicConversation(reader, channel.id, topic);
  const newest = conversation?.last_message_id ?? undefined;
  const { state, account, subscriptions } = asker;
  if (!conversation || newest === undefined || !account || channel.isWebPublic) return newest;
  const standing = standingIn(state, account, subscriptions, channel);
  if (channelMessageAccess(channel, standing, 'read') === 'all') return newest;
  const range = { key: conversation.id, low: 0, high: newest + 1 };
  const most = limits.messagesLookedAtForLink;
  const [ids = []] = await idsInRanges(reader, 'conversation_id', 'older', [range], most);
  return (await readableHeads(reader, state, account, ids)).at(-1)?.id;
}
