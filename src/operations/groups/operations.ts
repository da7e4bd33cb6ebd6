// The operations of this room.

import type { Operation } from '../operation.ts';

export const groupOperations: readonly Operation[] = [];
