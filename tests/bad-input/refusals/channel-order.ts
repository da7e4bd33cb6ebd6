// Refusals about folders and groups of default channels.

import { type Refusal, type Refusals, UNKNOWN_ID } from './refusal.ts';

const NO_FOLDER = 'Invalid channel folder ID';
const noGroup = (id: number) => `Default channel group with id '${id}' does not exist.`;
const unknownGroup: Refusal = {
  what: 'a group that there is not',
  with: () => ({ group_id: UNKNOWN_ID }),
  msg: noGroup(UNKNOWN_ID),
};
const noChannelNamed: Refusal = {
  what: 'a channel that there is not',
  with: () => ({ stream_names: ['nowhere'] }),
  msg: "Invalid channel name 'nowhere'",
};

export const channelOrderRefusals: Refusals = {
  'create-channel-folder': [
    { what: 'an empty name', with: () => ({ name: ' ' }), msg: "Channel folder name can't be empty." },
    {
      what: 'a name that another folder has',
      with: () => ({ name: 'Work' }),
      msg: 'Channel folder name already in use',
    },
  ],
  'update-channel-folder': [
    { what: 'a folder that there is not', with: () => ({ channel_folder_id: UNKNOWN_ID }), msg: NO_FOLDER },
    {
      what: "the other organization's folder",
      with: ({ foreignIds }) => ({ channel_folder_id: foreignIds.folder }),
      msg: NO_FOLDER,
    },
  ],
  'patch-channel-folders': [
    {
      what: 'a folder that there is not',
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
      what: 'a name that another group has',
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
      what: 'anything but adding and removing',
      with: () => ({ op: 'toggle' }),
      msg: 'Invalid value for "op". Specify one of "add" or "remove".',
    },
    {
      what: 'a channel that is in it already',
      with: () => ({ stream_names: ['design'] }),
      msg: "Channel 'design' is already present in default channel group 'newcomers'",
    },
  ],
  'delete-default-stream-group': [unknownGroup],
};
