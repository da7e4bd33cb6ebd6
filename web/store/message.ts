// A message as this browser holds it, and how events change it. Messages are replaced, never modified; a
// message that an event does not affect keeps its identity.

import type { AnswerOf } from '../../client/api-types.ts';
import type { ApiEvent, EventOf } from '../../client/event-stream.ts';

type Fetched = AnswerOf<'get-messages'>['messages'][number];
/** A message with the viewer's own flags and its text as rendered by the server. */
export type Message = Readonly<Fetched>;
export type Reaction = Message['reactions'][number];

/** An event about a changed text, topic or channel. */
export type MessageUpdate = EventOf<'update_message'>;

const RESOLVED = '✔ ';

/** A topic's name without its resolved mark. */
export function unresolvedName(topic: string): string {
  return topic.startsWith(RESOLVED) ? topic.slice(RESOLVED.length) : topic;
}

/** The topic's name after it is resolved, or reopened. */
export function toggleResolved(topic: string): string {
  return isResolved(topic) ? unresolvedName(topic) : `${RESOLVED}${topic}`;
}

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED);
}

const ownFlags: ReadonlySet<string> = new Set(['read', 'starred', 'collapsed']);

function withText(message: Message, update: MessageUpdate): Message {
  const { rendered_content: content, is_me_message = message.is_me_message } = update;
  if (message.id !== update.message_id || content === undefined) return message;
  const edited = update.rendering_only ? {} : { last_edit_timestamp: update.edit_timestamp };
  return { ...message, content, is_me_message, flags: flagsAfter(message.flags, update.flags), ...edited };
}

/**
 * An edit changes mention flags. The viewer's own flags have events of their own and may be shown
 * optimistically.
 */
function flagsAfter(current: Message['flags'], updated: readonly string[]): string[] {
  const isOwn = (flag: string) => ownFlags.has(flag);
  return [...updated.filter((flag) => !isOwn(flag)), ...current.filter(isOwn)];
}

function withTopic(message: Message, update: MessageUpdate): Message {
  if (update.orig_subject === undefined || !update.message_ids.includes(message.id)) return message;
  const subject = update.subject ?? update.orig_subject;
  const channelId = update.new_stream_id ?? update.stream_id ?? message.stream_id;
  const isMove =
    update.new_stream_id !== undefined || unresolvedName(subject) !== unresolvedName(update.orig_subject);
  return {
    ...message,
    subject,
    ...(channelId !== undefined && { stream_id: channelId }),
    topic_links: update.topic_links ?? message.topic_links,
    ...(isMove && { last_moved_timestamp: update.edit_timestamp }),
  };
}

function withUpdate(message: Message, update: MessageUpdate): Message {
  return withTopic(withText(message, update), update);
}

function withFlag(message: Message, flag: string, op: 'add' | 'remove'): Message {
  if (message.flags.includes(flag) === (op === 'add')) return message;
  const flags = op === 'add' ? [...message.flags, flag] : message.flags.filter((other) => other !== flag);
  return { ...message, flags };
}

/** Whether two reactions are the same emoji by the same account. */
function isSame(a: Reaction, b: Reaction): boolean {
  return a.user_id === b.user_id && a.emoji_code === b.emoji_code && a.reaction_type === b.reaction_type;
}

function withReaction(message: Message, reaction: Reaction, op: 'add' | 'remove'): Message {
  const others = message.reactions.filter((other) => !isSame(other, reaction));
  if (op === 'add') {
    if (others.length < message.reactions.length) return message;
    const { emoji_name, emoji_code, reaction_type, user_id } = reaction;
    return { ...message, reactions: [...others, { emoji_name, emoji_code, reaction_type, user_id }] };
  }
  return others.length === message.reactions.length ? message : { ...message, reactions: others };
}

function withSubmessage(message: Message, submessage: EventOf<'submessage'>): Message {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = submessage;
  if (message.submessages.some((submessage) => submessage.id === id)) return message;
  // Optimistic submessages have negative ids; this one confirms them.
  const others = message.submessages.filter(
    (submessage) =>
      submessage.id >= 0 || submessage.sender_id !== sender_id || submessage.content !== content,
  );
  return { ...message, submessages: [...others, { id, message_id, sender_id, msg_type, content }] };
}

/** The messages that an event may change, or `all`. */
export function affectedIds(event: ApiEvent): readonly number[] | 'all' {
  switch (event.type) {
    case 'update_message':
      return event.message_ids;
    case 'update_message_flags':
      return event.all ? 'all' : event.messages;
    case 'reaction':
    case 'submessage':
      return [event.message_id];
    default:
      return [];
  }
}

/** The message after an event. */
export function afterEvent(message: Message, event: ApiEvent): Message {
  switch (event.type) {
    case 'update_message':
      return withUpdate(message, event);
    case 'update_message_flags':
      return withFlag(message, event.flag, event.op);
    case 'reaction':
      return withReaction(message, event, event.op);
    case 'submessage':
      return withSubmessage(message, event);
    default:
      return message;
  }
}
