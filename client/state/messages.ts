// What events of messages and flags mean for the state: unread and starred messages, recent direct conversations. The
// messages themselves are no part of it.

import type { ApiEvent } from '../event-stream.ts';
import type { Reducer, State } from './state.ts';
import { withSection, withSections } from './state.ts';
import { isTopicMuted } from './topics.ts';
import { type Place, unreadIds, withoutUnread, withUnread } from './unread.ts';

export type MessageEvent = Extract<ApiEvent, { type: 'message' }>;
export type FlagsEvent = Extract<ApiEvent, { type: 'update_message_flags' }>;
export type DeleteEvent = Extract<ApiEvent, { type: 'delete_message' }>;

/** A changed text, a moved message, or both. */
export interface UpdateEvent {
  readonly message_id: number;
  readonly message_ids: readonly number[];
  readonly flags: readonly string[];
  readonly content?: string;
  readonly rendering_only?: boolean;
  readonly stream_id?: number;
  readonly new_stream_id?: number;
  readonly orig_subject?: string;
  readonly subject?: string;
}

/** A mention of everybody does not count where the topic is muted. */
function isMention(state: State, flags: readonly string[], place: Place | undefined): boolean {
  if (flags.includes('mentioned')) return true;
  if (!flags.includes('wildcard_mentioned')) return false;
  return !place || !('channelId' in place) || !isTopicMuted(state, place.channelId, place.topic);
}

/** Where a message is, as its event says it. */
function placeOf(sent: MessageEvent['message'], ownId: number): Place {
  if (sent.type === 'stream') return { channelId: sent.stream_id ?? 0, topic: sent.subject };
  const people = typeof sent.display_recipient === 'string' ? [] : sent.display_recipient;
  const others = people.map(({ id }) => id).filter((id) => id !== ownId);
  return { others: others.sort((a, b) => a - b) };
}

/** The conversation among people comes to the front of the recent ones. */
function recent(state: State, others: number[], id: number): State {
  return withSection(state, 'recent_private_conversations', (conversations) => {
    const key = String(others);
    const rest = conversations.filter(({ user_ids }) => String(user_ids) !== key);
    return [{ max_message_id: id, user_ids: others }, ...rest];
  });
}

export const message: Reducer<MessageEvent> = (state, { message: sent, flags }, ownId) => {
  const place = placeOf(sent, ownId);
  const next = 'others' in place ? recent(state, [...place.others], sent.id) : state;
  const isMentioned = isMention(next, flags, place);
  return withSections(next, {
    max_message_id: (newest) => (flags.includes('historical') ? newest : Math.max(newest, sent.id)),
    unread_msgs: (unread) =>
      flags.includes('read') ? unread : withUnread(unread, { id: sent.id, place, isMentioned }, ownId),
  });
};

/** The flags of a message whose text changed. */
function mentionChanged(state: State, event: UpdateEvent): State {
  return withSection(state, 'unread_msgs', (unread) => {
    if (!unreadIds(unread).has(event.message_id)) return unread;
    const group = unread.streams.find((one) => one.unread_message_ids.includes(event.message_id));
    const place = group && { channelId: group.stream_id, topic: group.topic };
    const others = unread.mentions.filter((id) => id !== event.message_id);
    const isMentioned = isMention(state, event.flags, place);
    return { ...unread, mentions: isMentioned ? [...others, event.message_id] : others };
  });
}

function moved(state: State, event: UpdateEvent, ownId: number): State {
  return withSection(state, 'unread_msgs', (unread) => {
    const all = unreadIds(unread);
    const ids = event.message_ids.filter((id) => all.has(id));
    if (ids.length === 0) return unread;
    const channelId = event.new_stream_id ?? event.stream_id ?? 0;
    const place: Place = { channelId, topic: event.subject ?? event.orig_subject ?? '' };
    const mentioned = new Set(unread.mentions);
    let next = withoutUnread(unread, new Set(ids));
    for (const id of ids) next = withUnread(next, { id, place, isMentioned: mentioned.has(id) }, ownId);
    return next;
  });
}

export const updateMessage: Reducer<UpdateEvent> = (state, event, ownId) => {
  const isText = event.content !== undefined || event.rendering_only !== undefined;
  const next = isText ? mentionChanged(state, event) : state;
  return event.orig_subject === undefined ? next : moved(next, event, ownId);
};

export const deleteMessage: Reducer<DeleteEvent> = (state, event) => {
  const gone = new Set(event.message_ids ?? [event.message_id ?? 0]);
  const next = withSection(state, 'unread_msgs', (unread) => withoutUnread(unread, gone));
  return withSection(next, 'starred_messages', (ids) => ids.filter((id) => !gone.has(id)));
};

function markedUnread(state: State, event: FlagsEvent, ownId: number): State {
  return withSection(state, 'unread_msgs', (unread) => {
    let next = unread;
    for (const id of event.messages) {
      const details = event.message_details?.[id];
      if (!details) continue;
      const place: Place =
        details.stream_id === undefined
          ? { others: details.user_ids ?? [] }
          : { channelId: details.stream_id, topic: details.topic ?? '' };
      next = withUnread(next, { id, place, isMentioned: details.mentioned === true }, ownId);
    }
    return next;
  });
}

export const updateMessageFlags: Reducer<FlagsEvent> = (state, event, ownId) => {
  if (event.flag === 'starred') {
    const told = new Set(event.messages);
    return withSection(state, 'starred_messages', (ids) => {
      const rest = ids.filter((id) => !told.has(id));
      return event.op === 'add' ? [...rest, ...event.messages] : rest;
    });
  }
  if (event.flag !== 'read') return state;
  if (event.op === 'remove') return markedUnread(state, event, ownId);
  return withSection(state, 'unread_msgs', (unread) =>
    withoutUnread(unread, event.all ? unreadIds(unread) : new Set(event.messages)),
  );
};
