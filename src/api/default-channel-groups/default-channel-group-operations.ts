// Operations on default channel groups.

import { createDefaultChannelGroup } from './create-group.ts';
import { removeDefaultChannelGroup } from './delete-group.ts';
import { updateDefaultChannelGroup } from './update-group.ts';
import { updateDefaultChannelGroupChannels } from './update-group-channels.ts';

export const defaultChannelGroupOperations = [
  createDefaultChannelGroup,
  updateDefaultChannelGroup,
  updateDefaultChannelGroupChannels,
  removeDefaultChannelGroup,
];
