// Valid calls about channels, folders and default channels.

import type { ValidCalls } from './call.ts';

export const channelCalls: ValidCalls = {
  'get-streams': { by: 'mel' },
  'get-stream-by-id': { by: 'mel', parameters: ({ channel }) => ({ stream_id: channel('general') }) },
  'get-stream-id': { by: 'mel', parameters: () => ({ stream: 'general' }) },
  'get-channel-email-address': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general') }),
  },
  'get-subscribers': { by: 'mel', parameters: ({ channel }) => ({ stream_id: channel('general') }) },
  'get-stream-topics': { by: 'mel', parameters: ({ channel }) => ({ stream_id: channel('general') }) },
  'get-subscriptions': { by: 'mel' },
  'get-subscription-status': {
    by: 'mel',
    parameters: ({ channel, person }) => ({ user_id: person('mia'), stream_id: channel('general') }),
  },
  'get-user-channels': { by: 'mel', parameters: ({ person }) => ({ user_id: person('mel') }) },
  'create-channel': {
    by: 'olive',
    parameters: ({ person }) => ({ name: 'workshop', subscribers: [person('mel')] }),
  },
  subscribe: { by: 'mel', parameters: () => ({ subscriptions: [{ name: 'design' }] }) },
  'update-subscriptions': {
    by: 'mel',
    parameters: () => ({ delete: ['engineering'], add: [{ name: 'design', color: '#123456' }] }),
  },
  unsubscribe: { by: 'mel', parameters: () => ({ subscriptions: ['design'] }) },
  'update-subscription-settings': {
    by: 'mel',
    parameters: ({ channel }) => ({
      subscription_data: [{ stream_id: channel('general'), property: 'pin_to_top', value: true }],
    }),
  },
  'update-subscription-setting': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), property: 'color', value: '"#00ff00"' }),
  },
  'update-user-topic': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic: 'plans', visibility_policy: 1 }),
  },
  'mute-topic': {
    by: 'mel',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic: 'polls', op: 'add' }),
  },
  'add-default-stream': { by: 'olive', parameters: ({ channel }) => ({ stream_id: channel('engineering') }) },
  'remove-default-stream': {
    by: 'olive',
    parameters: ({ channel }) => ({ stream_id: channel('engineering') }),
  },
  'update-stream': {
    by: 'olive',
    parameters: ({ channel }) => ({ stream_id: channel('general'), description: 'For everybody' }),
  },
  'delete-topic': {
    by: 'olive',
    parameters: ({ channel }) => ({ stream_id: channel('general'), topic_name: 'polls' }),
  },
  'archive-stream': { by: 'olive', parameters: ({ channel }) => ({ stream_id: channel('announcements') }) },
};

export const channelOrderCalls: ValidCalls = {
  'get-channel-folders': { by: 'mel' },
  'create-channel-folder': { by: 'olive', parameters: () => ({ name: 'Play', description: '' }) },
  'update-channel-folder': {
    by: 'olive',
    parameters: ({ ids }) => ({ channel_folder_id: ids.folder, name: 'Craft' }),
  },
  'patch-channel-folders': {
    by: 'olive',
    parameters: ({ ids }) => ({ order: [ids.folder, ids.oldFolder, ids.oldFolder + 1] }),
  },
  'create-default-stream-group': {
    by: 'olive',
    parameters: () => ({ group_name: 'makers', description: 'For makers', stream_names: ['engineering'] }),
  },
  'update-default-stream-group': {
    by: 'olive',
    parameters: ({ ids }) => ({ group_id: ids.defaultGroup, new_group_name: 'starters' }),
  },
  'update-default-stream-group-streams': {
    by: 'olive',
    parameters: ({ ids }) => ({ group_id: ids.defaultGroup, op: 'add', stream_names: ['engineering'] }),
  },
  'delete-default-stream-group': { by: 'olive', parameters: ({ ids }) => ({ group_id: ids.defaultGroup }) },
};
