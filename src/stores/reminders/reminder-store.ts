// Reads and writes reminders.

import { dueRows } from '../due-rows.ts';

/** Pending reminders. */
export const reminders = dueRows({ table: 'reminder', owner: 'account_id' });
