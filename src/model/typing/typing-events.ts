// `typing` and `typing_edit_message` events: an account started or stopped typing. They matter only briefly and
// are never sent late. Usually their audience is all of a channel's subscribers.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import type { ChannelTopic } from '../conversations/conversation.ts';

export type TypingOp = 'start' | 'stop';

/** A person in typing events. */
export interface TypingPerson {
  readonly user_id: number;
  readonly email: string;
}

function shortLivedEvent(
  type: 'typing' | 'typing_edit_message',
  now: number,
  audience: Audience,
  payload: NewEvent['payload'],
): NewEvent {
  return { type, audience, payload, expiresAt: now + limits.typingSeconds };
}

/**
 * Typing a direct message.
 * @param people all recipients, including the sender
 */
export function directTyping(
  now: number,
  op: TypingOp,
  sender: TypingPerson,
  people: readonly TypingPerson[],
): NewEvent {
  const audience: Audience = { kind: 'accounts', ids: people.map((person) => person.user_id) };
  return shortLivedEvent('typing', now, audience, { op, message_type: 'direct', sender, recipients: people });
}

/** A start or stop of typing, and its time. */
interface TypingChange {
  readonly now: number;
  readonly op: TypingOp;
}

/** Typing in a topic of a channel. */
export function channelTyping(
  { now, op }: TypingChange,
  sender: TypingPerson,
  { channelId, topic }: ChannelTopic,
): NewEvent {
  const payload = { op, message_type: 'stream', sender, stream_id: channelId, topic };
  return shortLivedEvent('typing', now, { kind: 'channel', channelId }, payload);
}

/** The conversation of a message that is being edited. */
export type EditedConversation =
  | { readonly type: 'direct'; readonly user_ids: readonly number[] }
  | { readonly type: 'channel'; readonly channel_id: number; readonly topic: string };

/** Editing a message. */
export function editTyping(
  { now, op }: TypingChange,
  senderId: number,
  messageId: number,
  conversation: EditedConversation,
): NewEvent {
  const audience: Audience =
    conversation.type === 'direct'
      ? { kind: 'accounts', ids: conversation.user_ids }
      : { kind: 'channel', channelId: conversation.channel_id };
  const payload = { op, sender_id: senderId, message_id: messageId, recipient: conversation };
  return shortLivedEvent('typing_edit_message', now, audience, payload);
}
