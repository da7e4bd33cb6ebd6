// GET /reminders: the caller's pending reminders.

import { list } from '../../api-contract/codec.ts';
import { reminderSchema, wireReminder } from '../../model/reminders/reminder.ts';
import { reminders } from '../../stores/reminders/reminder-store.ts';
import { readOperation } from '../operation.ts';

export const getReminders = readOperation({
  name: 'get-reminders',
  method: 'GET',
  path: '/reminders',
  summary: 'List your reminders, next one first.',
  since: 399,
  access: 'account',
  parameters: {},
  result: { reminders: list(reminderSchema) },
  async handle({ reader, actor }) {
    return { reminders: (await reminders.ofAccount(reader, actor.account.id)).map(wireReminder) };
  },
});
