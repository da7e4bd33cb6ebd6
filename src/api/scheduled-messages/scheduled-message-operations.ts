// Operations on scheduled messages.

import { createScheduledMessage } from './create-scheduled-message.ts';
import { deleteScheduledMessage } from './delete-scheduled-message.ts';
import { getScheduledMessages } from './get-scheduled-messages.ts';
import { updateScheduledMessage } from './update-scheduled-message.ts';

export const scheduledMessageOperations = [
  createScheduledMessage,
  getScheduledMessages,
  updateScheduledMessage,
  deleteScheduledMessage,
];
