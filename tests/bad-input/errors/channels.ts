// Errors about channels, folders and default channels.

import {
  type ExpectedError,
  type ExpectedErrors,
  INVALID_CHANNEL,
  NO_GUESTS,
  NO_SUCH_USER,
  UNKNOWN_ID,
  unknownPeople,
  unreachableChannels,
} from './expected-error.ts';

const NOT_DEFAULT = 'You do not have permission to change default channels.';
const NOT_ADMINISTERED = 'You do not have permission to administer this channel.';
const DISBANDED = 'User group is deactivated.';
const NO_FOLDER = 'Invalid channel folder ID';

const folders: readonly ExpectedError[] = [
  { what: 'an unknown folder', with: () => ({ folder_id: UNKNOWN_ID }), msg: NO_FOLDER },
  {
    what: "the other organization's folder",
    with: ({ foreignIds }) => ({ folder_id: foreignIds.folder }),
    msg: NO_FOLDER,
  },
  { what: 'an archived folder', with: ({ ids }) => ({ folder_id: ids.oldFolder }), msg: NO_FOLDER },
];
const archived = (): ExpectedError => ({
  what: 'an archived channel',
  by: 'olive',
  with: ({ ids }) => ({ stream_id: ids.archived }),
  msg: INVALID_CHANNEL,
});
const notSubscribed = (id: number) => `Not subscribed to channel id ${id}`;

function people(parameter: string): readonly ExpectedError[] {
  return [
    { what: 'an unknown user', with: () => ({ [parameter]: [UNKNOWN_ID] }), msg: NO_SUCH_USER },
    {
      what: 'a user of the other organization',
      with: ({ foreignIds }) => ({ [parameter]: [foreignIds.person] }),
      msg: NO_SUCH_USER,
    },
  ];
}

export const channelErrors: ExpectedErrors = {
  'get-stream-by-id': unreachableChannels(),
  'get-stream-id': [
    {
      what: 'an unknown channel name',
      with: () => ({ stream: 'nowhere' }),
      msg: "Invalid channel name 'nowhere'",
    },
    {
      what: 'a private channel without a subscription',
      with: () => ({ stream: 'leadership' }),
      msg: "Invalid channel name 'leadership'",
    },
  ],
  'get-channel-email-address': [
    ...unreachableChannels(),
    archived(),
    { what: 'an unknown sender', with: () => ({ sender_id: UNKNOWN_ID }), msg: 'Invalid sender ID' },
    {
      what: "another account's bot as the sender",
      by: 'mia',
      with: ({ ids }) => ({ sender_id: ids.bot }),
      msg: 'Invalid sender ID',
    },
    {
      what: "the other organization's bot as the sender",
      with: ({ foreignIds }) => ({ sender_id: foreignIds.bot }),
      msg: 'Invalid sender ID',
    },
  ],
  'get-subscribers': unreachableChannels(),
  'get-stream-topics': unreachableChannels(),
  'get-subscription-status': [...unknownPeople(), ...unreachableChannels()],
  'get-user-channels': unknownPeople(),
  'create-channel': [
    ...people('subscribers'),
    ...folders,
    { what: 'a guest', by: 'gus', msg: NO_GUESTS },
    {
      what: 'the name of another channel',
      with: () => ({ name: 'general' }),
      status: 409,
      code: 'CHANNEL_ALREADY_EXISTS',
      msg: "Channel 'general' already exists",
    },
    { what: 'an empty name', with: () => ({ name: ' ' }), msg: "Channel name can't be empty." },
    {
      what: 'a name that is too long',
      with: () => ({ name: 'x'.repeat(61) }),
      msg: 'Channel name too long (limit: 60 characters).',
    },
    {
      what: 'an unknown group',
      with: () => ({ can_send_message_group: UNKNOWN_ID }),
      msg: 'Invalid user group',
    },
    {
      what: "the other organization's group",
      with: ({ foreignIds }) => ({ can_send_message_group: foreignIds.group }),
      msg: 'Invalid user group',
    },
    {
      what: 'a deactivated group',
      with: ({ ids }) => ({ can_send_message_group: ids.disbanded }),
      msg: DISBANDED,
    },
    {
      what: 'a private default channel',
      with: () => ({ invite_only: true, is_default_stream: true }),
      msg: 'A default channel cannot be private.',
    },
  ],
  subscribe: [
    ...people('principals'),
    ...folders,
    {
      what: 'a private channel without a subscription',
      with: () => ({ subscriptions: [{ name: 'leadership' }] }),
      msg: 'Unable to access channel (leadership).',
    },
    {
      what: 'a deactivated user',
      with: ({ ids }) => ({ principals: [ids.gone] }),
      msg: 'User is deactivated',
    },
  ],
  'update-subscriptions': [
    {
      what: 'a private channel without a subscription',
      with: () => ({ add: [{ name: 'leadership' }] }),
      msg: 'Unable to access channel (leadership).',
    },
    {
      what: 'an unknown channel to leave',
      with: () => ({ delete: ['nowhere'] }),
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'nowhere' does not exist",
    },
    {
      what: 'nothing to do',
      with: () => ({ add: [], delete: [] }),
      msg: 'Nothing to do. Specify at least one of "add" or "delete".',
    },
  ],
  unsubscribe: [
    ...people('principals'),
    {
      what: 'an unknown channel',
      with: () => ({ subscriptions: ['nowhere'] }),
      code: 'STREAM_DOES_NOT_EXIST',
      msg: "Channel 'nowhere' does not exist",
    },
    {
      what: 'other people, by a member',
      with: ({ person }) => ({ subscriptions: ['general'], principals: [person('mia')] }),
      msg: 'Insufficient permission',
    },
  ],
  'update-subscription-settings': [
    {
      what: 'a channel without a subscription',
      with: ({ channel }) => ({
        subscription_data: [{ stream_id: channel('design'), property: 'pin_to_top', value: true }],
      }),
      msg: ({ channel }) => notSubscribed(channel('design')),
    },
    {
      what: 'an unknown property',
      with: ({ channel }) => ({
        subscription_data: [{ stream_id: channel('general'), property: 'nothing', value: true }],
      }),
      msg: 'Unknown subscription property: nothing',
    },
  ],
  'update-subscription-setting': [
    {
      what: 'an unknown channel',
      with: () => ({ stream_id: UNKNOWN_ID }),
      msg: notSubscribed(UNKNOWN_ID),
    },
    {
      what: "the other organization's channel",
      with: ({ foreignIds }) => ({ stream_id: foreignIds.channel }),
      msg: ({ foreignIds }) => notSubscribed(foreignIds.channel),
    },
    {
      what: 'an invalid color',
      with: () => ({ value: '"nothing"' }),
      msg: 'color is not a valid hex color code',
    },
  ],
  'update-user-topic': [...unreachableChannels(), archived()],
  'mute-topic': [
    ...unreachableChannels(),
    archived(),
    {
      what: 'no channel',
      with: () => ({ stream_id: undefined }),
      code: 'REQUEST_VARIABLE_MISSING',
      msg: "Missing 'stream_id' argument",
    },
  ],
  'add-default-stream': [
    ...unreachableChannels('olive'),
    archived(),
    { what: 'a member', by: 'mia', msg: NOT_DEFAULT },
    {
      what: 'a private channel',
      with: ({ channel }) => ({ stream_id: channel('leadership') }),
      msg: 'Private channels cannot be made default.',
    },
  ],
  'remove-default-stream': [
    ...unreachableChannels('olive'),
    archived(),
    { what: 'a member', by: 'mia', msg: NOT_DEFAULT },
  ],
  'update-stream': [
    ...unreachableChannels(),
    ...folders,
    { what: 'a member', by: 'mia', msg: NOT_ADMINISTERED },
    {
      what: 'the name of another channel',
      with: () => ({ new_name: 'design' }),
      status: 409,
      code: 'CHANNEL_ALREADY_EXISTS',
      msg: "Channel 'design' already exists",
    },
    {
      what: 'an unknown group',
      with: () => ({ can_send_message_group: { new: UNKNOWN_ID } }),
      msg: 'Invalid user group',
    },
    {
      what: 'a deactivated group',
      with: ({ ids }) => ({ can_send_message_group: { new: ids.disbanded } }),
      msg: DISBANDED,
    },
    {
      what: 'a permission that was changed in the meantime',
      with: ({ ids }) => ({ can_send_message_group: { new: ids.group, old: ids.group } }),
      code: 'EXPECTATION_MISMATCH',
      msg: "'old' value does not match the expected value.",
    },
    {
      what: 'a default channel as private',
      with: () => ({ is_private: true }),
      msg: 'A default channel cannot be private.',
    },
  ],
  'delete-topic': [
    ...unreachableChannels('olive'),
    {
      what: 'a member',
      by: 'mia',
      code: 'UNAUTHORIZED_PRINCIPAL',
      msg: 'Must be an organization administrator',
    },
  ],
  'archive-stream': [...unreachableChannels(), { what: 'a member', by: 'mia', msg: NOT_ADMINISTERED }],
};
