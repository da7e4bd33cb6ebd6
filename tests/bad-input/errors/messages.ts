// Errors about messages: sending, changing, reading, flags, typing, events.

import {
  type ExpectedErrors,
  INVALID_CHANNEL,
  NO_SUCH_USER,
  UNKNOWN_ID,
  unreachableChannels,
  unreachableMessages,
} from './expected-error.ts';

const BAD_QUEUE = 'BAD_EVENT_QUEUE_ID';

const noQueue = {
  what: 'an unknown queue',
  with: () => ({ queue_id: 'nothing' }),
  code: BAD_QUEUE,
  msg: 'Bad event queue ID: nothing',
};
const foreignQueue = {
  what: "another account's queue",
  by: 'mia',
  code: BAD_QUEUE,
  msg: ({ ids }: { ids: { queue: string } }) => `Bad event queue ID: ${ids.queue}`,
} as const;

export const messageErrors: ExpectedErrors = {
  'register-queue': [
    {
      what: 'an unknown operator',
      with: () => ({ narrow: [['nothing', 'x']] }),
      msg: 'Operator nothing not supported.',
    },
  ],
  'get-events': [noQueue, foreignQueue],
  'delete-queue': [noQueue, foreignQueue],
  'send-message': [
    {
      what: 'an unknown channel, by its id',
      with: () => ({ to: UNKNOWN_ID }),
      code: 'STREAM_DOES_NOT_EXIST',
      msg: `Channel with ID '${UNKNOWN_ID}' does not exist`,
    },
    {
      what: "the other organization's channel, by its id",
      with: ({ foreignIds }) => ({ to: foreignIds.channel }),
      code: 'STREAM_DOES_NOT_EXIST',
      msg: ({ foreignIds }) => `Channel with ID '${foreignIds.channel}' does not exist`,
    },
    {
      what: 'an unknown channel, by its name',
      with: () => ({ to: 'nowhere' }),
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'nowhere' does not exist",
    },
    {
      what: 'a private channel that the sender cannot see',
      with: () => ({ to: 'leadership' }),
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'leadership' does not exist",
    },
    {
      what: 'a channel where only administrators may post',
      with: () => ({ to: 'announcements' }),
      msg: 'You do not have permission to post in this channel.',
    },
    {
      what: 'an archived channel',
      by: 'olive',
      with: ({ ids }) => ({ to: ids.archived }),
      msg: "Not authorized to send to channel 'attic'",
    },
    {
      what: 'an unknown user',
      with: () => ({ type: 'direct', to: [UNKNOWN_ID] }),
      msg: `Invalid user ID ${UNKNOWN_ID}`,
    },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ type: 'direct', to: [foreignIds.person] }),
      msg: ({ foreignIds }) => `Invalid user ID ${foreignIds.person}`,
    },
    {
      what: 'an unknown email address',
      with: () => ({ type: 'direct', to: ['nobody@example.com'] }),
      msg: "Invalid email 'nobody@example.com'",
    },
    {
      what: 'a deactivated user',
      with: ({ ids }) => ({ type: 'direct', to: [ids.gone] }),
      msg: "'gone@example.com' is no longer using this organization.",
    },
    { what: 'a message without text', with: () => ({ content: ' \n' }), msg: 'Message must not be empty' },
  ],
  'get-message': unreachableMessages(),
  'get-message-history': unreachableMessages(),
  'get-pinned-messages': [
    {
      what: 'neither a channel nor people',
      with: () => ({ stream_id: undefined, topic: undefined }),
      msg: 'Send either stream_id, with or without topic, or user_ids.',
    },
    { what: 'an unknown channel', with: () => ({ stream_id: UNKNOWN_ID }), msg: INVALID_CHANNEL },
    {
      what: 'an unknown person',
      with: () => ({ stream_id: undefined, topic: undefined, user_ids: [UNKNOWN_ID] }),
      msg: NO_SUCH_USER,
    },
  ],
  'pin-message': unreachableMessages(),
  'unpin-message': unreachableMessages(),
  'pin-topic': [
    ...unreachableChannels(),
    { what: 'a topic without messages', with: () => ({ topic: 'nothing' }), msg: "No such topic 'nothing'" },
  ],
  'unpin-topic': unreachableChannels(),
  'add-reaction': [
    ...unreachableMessages(),
    {
      what: 'an unknown emoji',
      with: () => ({ emoji_name: 'nothing' }),
      msg: "Emoji 'nothing' does not exist",
    },
    {
      what: 'a code of another emoji',
      with: () => ({ emoji_code: '1f419', emoji_name: 'smile', reaction_type: 'realm_emoji' }),
      msg: 'Invalid custom emoji.',
    },
    {
      what: 'an existing reaction',
      with: ({ ids }) => ({ message_id: ids.reacted }),
      code: 'REACTION_ALREADY_EXISTS',
      msg: 'Reaction already exists.',
    },
  ],
  'remove-reaction': [
    ...unreachableMessages(),
    {
      what: "another account's reaction",
      by: 'mia',
      code: 'REACTION_DOES_NOT_EXIST',
      msg: "Reaction doesn't exist.",
    },
  ],
  'delete-message': [
    ...unreachableMessages(),
    {
      what: "another account's message",
      by: 'mia',
      msg: "You don't have permission to delete this message",
    },
  ],
  'report-message': [
    ...unreachableMessages(),
    {
      what: 'another reason without a description',
      with: () => ({ report_type: 'other' }),
      msg: 'A description is required if the type is "other".',
    },
  ],
  'send-submessage': [
    ...unreachableMessages(),
    { what: 'content that is not JSON', with: () => ({ content: '{' }), msg: 'Invalid json for submessage' },
    {
      what: 'a message that has no widget',
      by: 'mia',
      with: ({ ids }) => ({ message_id: ids.message }),
      msg: 'You cannot attach a submessage to this message.',
    },
  ],
  'update-message': [
    ...unreachableMessages(),
    { what: "another account's message", by: 'mia', msg: "You don't have permission to edit this message" },
    {
      what: 'a request that changes nothing',
      with: () => ({ content: undefined }),
      msg: 'Nothing to change',
    },
    {
      what: 'new content and another channel in one request',
      with: ({ channel }) => ({ stream_id: channel('design') }),
      msg: 'Cannot change message content while changing channel',
    },
    {
      what: 'an unknown channel',
      by: 'olive',
      with: () => ({ content: undefined, stream_id: UNKNOWN_ID }),
      msg: INVALID_CHANNEL,
    },
    {
      what: "the other organization's channel",
      by: 'olive',
      with: ({ foreignIds }) => ({ content: undefined, stream_id: foreignIds.channel }),
      msg: INVALID_CHANNEL,
    },
    {
      what: 'an archived channel',
      by: 'olive',
      with: ({ ids }) => ({ content: undefined, stream_id: ids.archived }),
      msg: INVALID_CHANNEL,
    },
    {
      what: 'a topic for a direct message',
      with: ({ ids }) => ({ message_id: ids.direct, content: undefined, topic: 'plans' }),
      msg: 'Direct messages cannot have topics.',
    },
    {
      what: 'a channel for a direct message',
      with: ({ ids, channel }) => ({
        message_id: ids.direct,
        content: undefined,
        stream_id: channel('general'),
      }),
      msg: 'Direct messages cannot be moved to channels.',
    },
    {
      what: 'other messages without another topic',
      with: () => ({ propagate_mode: 'change_all' }),
      msg: 'Invalid propagate_mode without topic edit',
    },
    {
      what: 'a text that was changed in the meantime',
      with: () => ({ prev_content_sha256: 'x' }),
      code: 'EXPECTATION_MISMATCH',
      msg: "'prev_content_sha256' value does not match the expected value.",
    },
    {
      what: 'a widget',
      with: ({ ids }) => ({ message_id: ids.poll }),
      msg: 'Widgets cannot be edited.',
    },
  ],
  'set-typing-status': [
    {
      what: 'an unknown user',
      with: () => ({ to: [UNKNOWN_ID] }),
      msg: `Invalid user ID ${UNKNOWN_ID}`,
    },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ to: [foreignIds.person] }),
      msg: ({ foreignIds }) => `Invalid user ID ${foreignIds.person}`,
    },
    { what: 'no recipients', with: () => ({ to: [] }), msg: "Empty 'to' list" },
    ...unreachableChannels().map((expectedError) => ({
      ...expectedError,
      with: (world: Parameters<NonNullable<typeof expectedError.with>>[0]) => ({
        type: 'channel',
        to: undefined,
        topic: 'plans',
        ...expectedError.with?.(world),
      }),
    })),
  ],
  'set-typing-status-for-message-edit': [
    ...unreachableMessages(),
    { what: "another account's message", by: 'mia', msg: "You don't have permission to edit this message" },
  ],
};
