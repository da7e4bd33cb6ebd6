// `typing` and `typing_edit_message` events: an account started or stopped typing. They matter only briefly and
// are never sent late. Usually their audience is all of a channel's subscribers.

import { anyOf, anyText, type Decoded, id, list, oneOf, record } from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { eventTypeWithOps, newEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import type { ChannelTopic } from '../conversations/conversation.ts';

export type TypingOp = 'start' | 'stop';

const person = record({ user_id: id, email: anyText });

/** A person in typing events. */
export type TypingPerson = DeepReadonly<Decoded<typeof person>>;

const typingForms = [
  { message_type: oneOf('direct'), sender: person, recipients: list(person) },
  { message_type: oneOf('stream'), sender: person, stream_id: id, topic: anyText },
] as const;

export const typingEvent = eventTypeWithOps('typing', 'A user started or stopped typing a message.', {
  start: typingForms,
  stop: typingForms,
});

const recipient = anyOf(
  'is not a conversation',
  record({ type: oneOf('direct'), user_ids: list(id) }),
  record({ type: oneOf('channel'), channel_id: id, topic: anyText }),
);

/** The conversation of a message that is being edited. */
export type EditedConversation = DeepReadonly<Decoded<typeof recipient>>;

const editTypingFields = { sender_id: id, message_id: id, recipient };

export const editTypingEvent = eventTypeWithOps(
  'typing_edit_message',
  'A user started or stopped editing a message.',
  { start: editTypingFields, stop: editTypingFields },
);

/** The sender started or stopped typing a direct message. @param people all recipients, including the sender */
export function directTyping(
  now: number,
  op: TypingOp,
  sender: TypingPerson,
  people: readonly TypingPerson[],
): NewEvent {
  return newEvent(
    typingEvent,
    { op, message_type: 'direct', sender, recipients: people },
    {
      audience: { kind: 'accounts', ids: people.map((person) => person.user_id) },
      expiresAt: now + limits.typingSeconds,
    },
  );
}

/** A start or stop of typing, and its time. */
interface TypingChange {
  readonly now: number;
  readonly op: TypingOp;
}

/** The sender started or stopped typing in a topic of a channel. */
export function channelTyping(
  { now, op }: TypingChange,
  sender: TypingPerson,
  { channelId, topic }: ChannelTopic,
): NewEvent {
  return newEvent(
    typingEvent,
    { op, message_type: 'stream', sender, stream_id: channelId, topic },
    { audience: { kind: 'channel', channelId }, expiresAt: now + limits.typingSeconds },
  );
}

/** The sender started or stopped editing a message. */
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
  return newEvent(
    editTypingEvent,
    { op, sender_id: senderId, message_id: messageId, recipient: conversation },
    { audience, expiresAt: now + limits.typingSeconds },
  );
}
