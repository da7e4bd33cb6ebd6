// Applies message and flag events to the state: unread and starred messages, recent direct conversations. The
// messages themselves are not part of it.

import type { EventOf } from '../event-stream.ts';
import type { Reducer, State } from './state.ts';
import { withSection, withSections } from './state.ts';
import { isTopicMuted } from './topics.ts';
import { type MessageConversation, unreadIds, withoutUnread, withUnread } from './unread.ts';

type MessageEvent = EventOf<'message'>;
type FlagsEvent = EventOf<'update_message_flags'>;
type UpdateEvent = EventOf<'update_message'>;

/** A wildcard mention does not count if the topic is muted. */
function isMention(
  state: State,
  flags: readonly string[],
  conversation: MessageConversation | undefined,
): boolean {
  if (flags.includes('mentioned')) return true;
  if (!flags.includes('wildcard_mentioned')) return false;
  return (
    !conversation ||
    !('channelId' in conversation) ||
    !isTopicMuted(state, conversation.channelId, conversation.topic)
  );
}

/** The conversation of a message, from its event. */
function conversationOf(sent: MessageEvent['message'], ownId: number): MessageConversation {
  if (sent.type === 'stream') return { channelId: sent.stream_id ?? 0, topic: sent.subject };
  const people = typeof sent.display_recipient === 'string' ? [] : sent.display_recipient;
  const others = people.map(({ id }) => id).filter((id) => id !== ownId);
  return { others: others.sort((a, b) => a - b) };
}

/** Moves a direct conversation to the front of the recent ones. */
function withRecent(state: State, others: number[], id: number): State {
  return withSection(state, 'recent_private_conversations', (conversations) => {
    const key = String(others);
    const rest = conversations.filter(({ user_ids }) => String(user_ids) !== key);
    return [{ max_message_id: id, user_ids: others }, ...rest];
  });
}

export const message: Reducer<MessageEvent> = (state, { message: sent, flags }, ownId) => {
  const conversation = conversationOf(sent, ownId);
  const next = 'others' in conversation ? withRecent(state, [...conversation.others], sent.id) : state;
  const isMentioned = isMention(next, flags, conversation);
  return withSections(next, {
    max_message_id: (newest) => (flags.includes('historical') ? newest : Math.max(newest, sent.id)),
    unread_msgs: (unread) =>
      flags.includes('read') ? unread : withUnread(unread, { id: sent.id, conversation, isMentioned }, ownId),
  });
};

/** Updates the mentions after a message's text changed. */
function withMention(state: State, event: UpdateEvent): State {
  return withSection(state, 'unread_msgs', (unread) => {
    if (!unreadIds(unread).has(event.message_id)) return unread;
    const group = unread.streams.find((stream) => stream.unread_message_ids.includes(event.message_id));
    const conversation = group && { channelId: group.stream_id, topic: group.topic };
    const others = unread.mentions.filter((id) => id !== event.message_id);
    const isMentioned = isMention(state, event.flags, conversation);
    return { ...unread, mentions: isMentioned ? [...others, event.message_id] : others };
  });
}

function withMovedMessages(state: State, event: UpdateEvent, ownId: number): State {
  return withSection(state, 'unread_msgs', (unread) => {
    const all = unreadIds(unread);
    const ids = event.message_ids.filter((id) => all.has(id));
    if (ids.length === 0) return unread;
    const channelId = event.new_stream_id ?? event.stream_id ?? 0;
    const conversation: MessageConversation = { channelId, topic: event.subject ?? event.orig_subject ?? '' };
    const mentioned = new Set(unread.mentions);
    let next = withoutUnread(unread, new Set(ids));
    for (const id of ids)
      next = withUnread(next, { id, conversation, isMentioned: mentioned.has(id) }, ownId);
    return next;
  });
}

export const updateMessage: Reducer<UpdateEvent> = (state, event, ownId) => {
  const next = withMention(state, event);
  return event.orig_subject === undefined ? next : withMovedMessages(next, event, ownId);
};

export const deleteMessage: Reducer<EventOf<'delete_message'>> = (state, event) => {
  const deleted = new Set(event.message_ids ?? [event.message_id ?? 0]);
  const next = withSection(state, 'unread_msgs', (unread) => withoutUnread(unread, deleted));
  return withSection(next, 'starred_messages', (ids) => ids.filter((id) => !deleted.has(id)));
};

function markedUnread(state: State, event: Extract<FlagsEvent, { op: 'remove' }>, ownId: number): State {
  return withSection(state, 'unread_msgs', (unread) => {
    let next = unread;
    for (const id of event.messages) {
      const details = event.message_details?.[id];
      if (!details) continue;
      const conversation: MessageConversation =
        details.type === 'private'
          ? { others: details.user_ids }
          : { channelId: details.stream_id, topic: details.topic };
      next = withUnread(next, { id, conversation, isMentioned: details.mentioned === true }, ownId);
    }
    return next;
  });
}

export const updateMessageFlags: Reducer<FlagsEvent> = (state, event, ownId) => {
  if (event.flag === 'starred') {
    const changed = new Set(event.messages);
    return withSection(state, 'starred_messages', (ids) => {
      const rest = ids.filter((id) => !changed.has(id));
      return event.op === 'add' ? [...rest, ...event.messages] : rest;
    });
  }
  if (event.flag !== 'read') return state;
  if (event.op === 'remove') return markedUnread(state, event, ownId);
  return withSection(state, 'unread_msgs', (unread) =>
    withoutUnread(unread, event.all ? unreadIds(unread) : new Set(event.messages)),
  );
};
