// The operations of this room.

import { sendMessage } from './send-message.ts';

export const messageOperations = [sendMessage];
