// The operations of this room.

import type { Operation } from '../operation.ts';

export const channelOperations: readonly Operation[] = [];
