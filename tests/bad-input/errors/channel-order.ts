// Errors about folders and groups of default channels.

import { type ExpectedError, type ExpectedErrors, UNKNOWN_ID } from './expected-error.ts';

const NO_FOLDER = 'Invalid channel folder ID';
const noGroup = (id: number) => `Default channel group with id '${id}' does not exist.`;
const unknownGroup: ExpectedError = {
  what: 'an unknown group',
  with: () => ({ group_id: UNKNOWN_ID }),
  msg: noGroup(UNKNOWN_ID),
};
const noChannelNamed: ExpectedError = {
  what: 'an unknown channel',
  with: () => ({ stream_names: ['nowhere'] }),
  msg: "Invalid channel name 'nowhere'",
};

export const channelOrderErrors: ExpectedErrors = {
  'create-channel-folder': [
    { what: 'an empty name', with: () => ({ name: ' ' }), msg: "Channel folder name can't be empty." },
    {
      what: 'the name of another folder',
      with: () => ({ name: 'Work' }),
      msg: 'Channel folder name already in use',
    },
  ],
  'update-channel-folder': [
    { what: 'an unknown folder', with: () => ({ channel_folder_id: UNKNOWN_ID }), msg: NO_FOLDER },
    {
      what: "the other organization's folder",
      with: ({ foreignIds }) => ({ channel_folder_id: foreignIds.folder }),
      msg: NO_FOLDER,
    },
  ],
  'patch-channel-folders': [
    {
      what: 'an unknown folder',
      with: () => ({ order: [UNKNOWN_ID] }),
      msg: 'Invalid order mapping',
    },
    {
      what: "the other organization's folder",
      with: ({ foreignIds }) => ({ order: [foreignIds.folder] }),
      msg: 'Invalid order mapping',
    },
  ],
  'create-default-stream-group': [
    noChannelNamed,
    {
      what: 'the name of another group',
      with: () => ({ group_name: 'newcomers' }),
      msg: "Default channel group 'newcomers' already exists",
    },
  ],
  'update-default-stream-group': [
    unknownGroup,
    {
      what: 'a request that changes nothing',
      with: () => ({ new_group_name: undefined }),
      msg: 'You must pass "new_description" or "new_group_name".',
    },
  ],
  'update-default-stream-group-streams': [
    unknownGroup,
    noChannelNamed,
    {
      what: 'an operation other than add and remove',
      with: () => ({ op: 'toggle' }),
      msg: 'Invalid value for "op". Specify one of "add" or "remove".',
    },
    {
      what: 'a channel that is already in it',
      with: () => ({ stream_names: ['design'] }),
      msg: "Channel 'design' is already present in default channel group 'newcomers'",
    },
  ],
  'delete-default-stream-group': [unknownGroup],
};
