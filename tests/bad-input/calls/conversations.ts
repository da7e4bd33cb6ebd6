// Valid calls about messages: sending and reading, flags, topics, typing, events and files.

import type { ValidCalls } from './call.ts';

const SUBSCRIBED_NARROW = [{ operator: 'channel', operand: 'general' }];

export const messageCalls: ValidCalls = {
  'register-queue': { by: 'mel' },
  'get-events': {
    by: 'mel',
    parameters: ({ ids }) => ({ queue_id: ids.queue, last_event_id: -1, dont_block: true }),
  },
  'send-message': {
    by: 'mel',
    parameters: () => ({ type: 'channel', to: 'general', topic: 'plans', content: 'hello' }),
  },
  'get-message': { by: 'mel', parameters: ({ ids }) => ({ message_id: ids.message }) },
  'get-messages': { by: 'mel', parameters: () => ({ anchor: 'newest', num_before: 5, num_after: 0 }) },
  'get-message-history': { by: 'mel', parameters: ({ ids }) => ({ message_id: ids.message }) },
  'check-messages-match-narrow': {
    by: 'mel',
    parameters: ({ ids }) => ({ msg_ids: [ids.message], narrow: SUBSCRIBED_NARROW }),
  },
  'count-messages': { by: 'mel', parameters: () => ({ narrow: SUBSCRIBED_NARROW }) },
  'get-message-context': { by: 'mel', parameters: ({ ids }) => ({ message_ids: [ids.message] }) },
  'render-message': { by: 'mel', parameters: () => ({ content: '**bold**' }) },
  'get-pinned-messages': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic: 'plans' }),
  },
  'pin-message': { by: 'mel', parameters: ({ ids }) => ({ message_id: ids.message }) },
  'unpin-message': { by: 'mel', parameters: ({ ids }) => ({ message_id: ids.message }) },
  'pin-topic': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic: 'plans' }),
  },
  'unpin-topic': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic: 'plans' }),
  },
  'add-reaction': {
    by: 'mel',
    parameters: ({ ids }) => ({ message_id: ids.message, emoji_name: 'octopus' }),
  },
  'remove-reaction': {
    by: 'mel',
    parameters: ({ ids }) => ({ message_id: ids.reacted, emoji_name: 'octopus' }),
  },
  'report-message': {
    by: 'mel',
    parameters: ({ ids }) => ({ message_id: ids.message, report_type: 'spam' }),
  },
  'send-submessage': {
    by: 'mel',
    parameters: ({ ids }) => ({
      message_id: ids.poll,
      msg_type: 'widget',
      content: JSON.stringify({ type: 'vote', key: 'canned,0', vote: 1 }),
    }),
  },
  'update-message': {
    by: 'mel',
    parameters: ({ ids }) => ({ message_id: ids.message, content: 'what was meant' }),
  },
  'set-typing-status': {
    by: 'mel',
    parameters: ({ person }) => ({ op: 'start', type: 'direct', to: [person('mia')] }),
  },
  'set-typing-status-for-message-edit': {
    by: 'mel',
    parameters: ({ ids }) => ({ message_id: ids.message, op: 'start' }),
  },
  'delete-message': { by: 'olive', parameters: ({ ids }) => ({ message_id: ids.deletable }) },
  'delete-queue': { by: 'mel', parameters: ({ ids }) => ({ queue_id: ids.queue }) },
};

export const flagCalls: ValidCalls = {
  'update-message-flags': {
    by: 'mel',
    parameters: ({ ids }) => ({ messages: [ids.message], op: 'add', flag: 'starred' }),
  },
  'update-message-flags-for-narrow': {
    by: 'mel',
    parameters: () => ({
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: SUBSCRIBED_NARROW,
      op: 'add',
      flag: 'read',
    }),
  },
  'mark-stream-as-read': { by: 'mel', parameters: ({ channel }) => ({ stream_id: channel('general') }) },
  'mark-topic-as-read': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic_name: 'plans' }),
  },
  'mark-all-as-read': { by: 'mel' },
  'get-read-receipts': { by: 'mel', parameters: ({ ids }) => ({ message_id: ids.message }) },
};

export const uploadCalls: ValidCalls = {
  'upload-file': { by: 'mel', files: 'a picture' },
  'get-attachments': { by: 'mel' },
  'get-file-temporary-url': {
    by: 'mel',
    parameters: ({ ids }) => ({ realm_id_str: 1, filename: ids.filename }),
  },
  'check-thumbnail-status': {
    by: 'mel',
    parameters: ({ ids }) => ({ realm_id_str: 1, filename: ids.imageName }),
  },
  'remove-attachment': { by: 'mel', parameters: ({ ids }) => ({ attachment_id: ids.attachment }) },
};

const notSetUp = (provider: string) => ({
  code: 'BAD_REQUEST',
  msg: `${provider} credentials have not been configured`,
});

/** A call that mel is in with mia. */
export const nativeCallCalls: ValidCalls = {
  'get-calls': { by: 'mel' },
  'get-call': { by: 'mel', parameters: ({ ids }) => ({ call_id: ids.call }) },
  'start-call': {
    by: 'mel',
    parameters: ({ ids, channel }) => ({
      type: 'channel',
      to: channel('general'),
      topic: 'talking more',
      queue_id: ids.callQueue,
      take_over: true,
    }),
  },
  'join-call': {
    by: 'mel',
    parameters: ({ ids }) => ({
      call_id: ids.call,
      queue_id: ids.callQueue,
      session: ids.callSession,
      take_over: true,
    }),
  },
  'update-own-participation': {
    by: 'mia',
    parameters: ({ ids }) => ({ call_id: ids.call, session: ids.otherCallSession, muted: true }),
  },
  'send-call-signals': {
    by: 'mia',
    parameters: ({ ids }) => ({
      call_id: ids.call,
      session: ids.otherCallSession,
      signals: [{ to: ids.callSession, data: { description: { type: 'offer', sdp: 'v=0' } } }],
    }),
  },
  'get-ice-servers': {
    by: 'mia',
    parameters: ({ ids }) => ({ call_id: ids.call, session: ids.otherCallSession }),
  },
  'stay-in-call': {
    by: 'mia',
    parameters: ({ ids }) => ({ call_id: ids.call, session: ids.otherCallSession }),
  },
  'ring-call': {
    by: 'mel',
    parameters: ({ ids, person }) => ({ call_id: ids.call, user_ids: [person('max')] }),
  },
  'decline-call': { by: 'max', parameters: ({ ids }) => ({ call_id: ids.call }) },
  'remove-from-call': {
    by: 'mel',
    parameters: ({ ids, person }) => ({ call_id: ids.call, user_id: person('mia') }),
  },
  'leave-call': {
    by: 'mel',
    parameters: ({ ids }) => ({ call_id: ids.call, session: ids.callSession }),
  },
  'end-call': { by: 'mel', parameters: ({ ids }) => ({ call_id: ids.call }) },
  'livekit-webhook': {
    by: 'nobody',
    refusedWithoutSystem: {
      code: 'INVALID_WEBHOOK_SIGNATURE',
      msg: 'This server has no LiveKit server.',
    },
  },
};

export const callCalls: ValidCalls = {
  'create-vendor-call': { by: 'mel', refusedWithoutSystem: notSetUp('Webex') },
  'create-zoom-call': { by: 'mel', refusedWithoutSystem: notSetUp('Zoom') },
  'create-big-blue-button-call': {
    by: 'mel',
    parameters: () => ({ meeting_name: 'plans' }),
    refusedWithoutSystem: notSetUp('BigBlueButton'),
  },
  'create-constructor-groups-call': {
    by: 'mel',
    refusedWithoutSystem: notSetUp('Constructor Groups'),
  },
  'create-nextcloud-talk-call': {
    by: 'mel',
    parameters: () => ({ room_name: 'plans' }),
    refusedWithoutSystem: notSetUp('Nextcloud Talk'),
  },
};
