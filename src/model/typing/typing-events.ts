// `typing` and `typing_edit_message`: somebody began or stopped to write. They are worth something for a moment
// only and never sent late. A channel's subscribers are its audience as a rule, whatever their number.

import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import type { TopicOfChannel } from '../conversations/conversation.ts';

export type TypingOp = 'start' | 'stop';

/** A person as typing events name them. */
export interface TypingPerson {
  readonly user_id: number;
  readonly email: string;
}

function passing(
  type: 'typing' | 'typing_edit_message',
  now: number,
  audience: Audience,
  payload: NewEvent['payload'],
): NewEvent {
  return { type, audience, payload, expiresAt: now + limits.typingSeconds };
}

/** Writing to people; `people` holds the sender too. */
export function directTyping(
  now: number,
  op: TypingOp,
  sender: TypingPerson,
  people: readonly TypingPerson[],
): NewEvent {
  const audience: Audience = { kind: 'accounts', ids: people.map((person) => person.user_id) };
  return passing('typing', now, audience, { op, message_type: 'direct', sender, recipients: people });
}

/** When somebody begins or ends writing. */
interface Moment {
  readonly now: number;
  readonly op: TypingOp;
}

/** Writing to a topic of a channel. */
export function channelTyping(
  { now, op }: Moment,
  sender: TypingPerson,
  { channelId, topic }: TopicOfChannel,
): NewEvent {
  const payload = { op, message_type: 'stream', sender, stream_id: channelId, topic };
  return passing('typing', now, { kind: 'channel', channelId }, payload);
}

/** Where a message that is being edited stands. */
export type EditedPlace =
  | { readonly type: 'direct'; readonly user_ids: readonly number[] }
  | { readonly type: 'channel'; readonly channel_id: number; readonly topic: string };

/** Editing a message. */
export function editTyping(
  { now, op }: Moment,
  senderId: number,
  messageId: number,
  place: EditedPlace,
): NewEvent {
  const audience: Audience =
    place.type === 'direct'
      ? { kind: 'accounts', ids: place.user_ids }
      : { kind: 'channel', channelId: place.channel_id };
  const payload = { op, sender_id: senderId, message_id: messageId, recipient: place };
  return passing('typing_edit_message', now, audience, payload);
}
