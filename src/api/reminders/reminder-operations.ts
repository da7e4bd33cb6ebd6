// Operations on reminders.

import { createReminder } from './create-reminder.ts';
import { deleteReminder } from './delete-reminder.ts';
import { getReminders } from './get-reminders.ts';

export const reminderOperations = [getReminders, createReminder, deleteReminder];
