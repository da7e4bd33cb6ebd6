// GET /reminders: one's own that were not delivered yet.

import { anyJson } from '../../contract/codec.ts';
import { wireReminder } from '../../model/reminders/reminder.ts';
import { remindersOf } from '../../model/reminders/store.ts';
import { readOperation } from '../operation.ts';

export const getReminders = readOperation({
  name: 'get-reminders',
  method: 'GET',
  path: '/reminders',
  summary: 'Your reminders, the next one first.',
  since: 399,
  access: 'account',
  parameters: {},
  result: { reminders: anyJson },
  async handle({ reader, actor }) {
    return { reminders: (await remindersOf(reader, actor.account.id)).map(wireReminder) };
  },
});
