// The operations of this room.

import type { Operation } from '../operation.ts';
import { createChannel } from './create-channel.ts';
import { subscribeToChannels } from './subscribe.ts';
import { unsubscribeFromChannels } from './unsubscribe.ts';

export const channelOperations: readonly Operation[] = [createChannel, subscribeToChannels, unsubscribeFromChannels];
