// DELETE /reminders/{reminder_id}: cancels a reminder.

import { id } from '../../api-contract/codec.ts';
import { ApiError } from '../../api-contract/error.ts';
import { required } from '../../api-contract/parameter.ts';
import { reminderRemoved } from '../../model/reminders/reminder-events.ts';
import { reminders } from '../../stores/reminders/reminder-store.ts';
import { writeOperation } from '../operation.ts';

export const deleteReminder = writeOperation({
  name: 'delete-reminder',
  method: 'DELETE',
  path: '/reminders/{reminder_id}',
  summary: 'Delete a reminder.',
  since: 399,
  access: 'account',
  parameters: { reminder_id: required(id, 'The ID of the reminder.') },
  result: {},
  async handle(context, { reminder_id }) {
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      if (!(await reminders.remove(writer, accountId, reminder_id))) {
        throw new ApiError(404, 'BAD_REQUEST', 'Reminder does not exist');
      }
      writer.emit(reminderRemoved(accountId, reminder_id));
    });
    return {};
  },
});
