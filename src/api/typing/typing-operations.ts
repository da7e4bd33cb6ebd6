// The operations of this room.

import { setEditTyping } from './set-edit-typing.ts';
import { setTyping } from './set-typing.ts';

export const typingOperations = [setTyping, setEditTyping];
