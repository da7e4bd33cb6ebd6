// The log entry of messages that are gone: deleted for everybody, or moved out of somebody's sight.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import type { Channel } from '../../model/channels/channel.ts';
import type { Conversation } from '../../model/conversations/conversation.ts';
import { historyOf, type Receptions } from './readers.ts';

/** Which of the messages an event names a person could see; undefined: all of them. */
export interface SightExtra {
  readonly receptions?: Receptions;
  /** People who can see all of them whatever they received. */
  readonly sawAll?: readonly number[];
}

/** What views need to leave out messages that a person never saw: only where history is protected. */
export function sightExtra(
  channel: Channel | undefined,
  receptions: Receptions,
  sawAll: readonly number[],
): SightExtra {
  return channel && historyOf(channel) === 'protected' ? { receptions, sawAll } : {};
}

/** `messageIds` are of one conversation; `conversation` and `channel` say where they stood. */
export function deletionEvent(
  audience: Audience,
  messageIds: readonly number[],
  {
    conversation,
    channel,
  }: { readonly conversation: Pick<Conversation, 'topic_name'>; readonly channel: Channel | undefined },
  { receptions, sawAll }: { readonly receptions: Receptions; readonly sawAll: readonly number[] },
): NewEvent {
  const ids = [...messageIds].sort((a, b) => a - b);
  return {
    type: 'delete_message',
    audience,
    payload: {
      message_ids: ids,
      message_type: channel ? 'stream' : 'private',
      ...(channel && { stream_id: channel.id, topic: conversation.topic_name }),
    },
    extra: { ...sightExtra(channel, receptions, sawAll) },
    touches: { messages: ids },
    // Clients without bulk deletion get one event per message.
    width: ids.length,
  };
}
