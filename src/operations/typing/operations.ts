// The operations of this room.

import type { Operation } from '../operation.ts';
import { setEditTyping } from './set-edit-typing.ts';
import { setTyping } from './set-typing.ts';

export const typingOperations: readonly Operation[] = [setTyping, setEditTyping];
