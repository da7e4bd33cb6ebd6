// Operations on presence.

import { getPresence } from './get-presence.ts';
import { getUserPresence } from './get-user-presence.ts';
import { updatePresence } from './update-presence.ts';

export const presenceOperations = [updatePresence, getUserPresence, getPresence];
