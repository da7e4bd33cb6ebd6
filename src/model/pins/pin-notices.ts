// The notice of Notification Bot in the topic of a message that was pinned. Direct conversations have none: there, notices
// are messages of the bot to single people.

import { messageUrl } from '../../markdown/narrow-url.ts';
import type { Account } from '../accounts/account.ts';
import type { Channel } from '../channels/channel.ts';
import type { Notice } from '../pending-notices/notice.ts';

interface PinnedMessage {
  readonly row: { readonly id: number };
  readonly conversation: { readonly topic_name: string };
  /** Undefined for direct messages. */
  readonly channel: Channel | undefined;
}

export function pinNotices(
  { row, conversation: { topic_name: topic }, channel }: PinnedMessage,
  actor: Pick<Account, 'id' | 'fullName'>,
): Notice[] {
  if (!channel) return [];
  const text = `@_**${actor.fullName}|${actor.id}** pinned [a message](${messageUrl(channel, topic, row.id)}).`;
  return [{ to: { channelId: channel.id, topic }, text }];
}
