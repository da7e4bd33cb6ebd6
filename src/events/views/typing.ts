// The views of typing notifications: for accounts that want them, if their client supports them, from people
// they may see.

import { displayTopic } from '../../model/messages/topic.ts';
import { maySeeAccount } from '../../model/people/account-visibility.ts';
import type { editTypingEvent, typingEvent } from '../../model/typing/typing-events.ts';
import type { Viewer } from '../viewer.ts';
import type { Fields, ViewOf } from './event-view.ts';

function wants(viewer: Viewer, senderId: number): boolean {
  if (!viewer.account.settings.receives_typing_notifications) return false;
  const sender = viewer.state.account(senderId);
  return sender !== undefined && maySeeAccount(viewer.state, viewer.account, sender);
}

/** Fields with the client's name for the topic. */
function withTopic(fields: Fields, viewer: Viewer): Fields {
  const { topic } = fields;
  if (topic !== '') return fields;
  return { ...fields, topic: displayTopic('', viewer.options.capabilities.empty_topic_name) };
}

export const typingView: ViewOf<typeof typingEvent> = ({ payload }, viewer) => {
  if (!wants(viewer, payload.sender.user_id)) return undefined;
  if (payload.message_type === 'direct') return payload;
  if (!viewer.options.capabilities.stream_typing_notifications) return undefined;
  return withTopic(payload, viewer);
};

export const editTypingView: ViewOf<typeof editTypingEvent> = ({ payload }, viewer) => {
  if (!wants(viewer, payload.sender_id)) return undefined;
  return { ...payload, recipient: withTopic(payload.recipient, viewer) };
};
