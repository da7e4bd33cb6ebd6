// Operations on typing notifications.

import { setEditTyping } from './set-edit-typing.ts';
import { setTyping } from './set-typing.ts';

export const typingOperations = [setTyping, setEditTyping];
