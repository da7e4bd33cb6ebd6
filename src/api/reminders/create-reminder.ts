// POST /reminders: creates a reminder of a message.

import { id, integer, messageText } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { normalizeReminderNote } from '../../model/reminders/reminder.ts';
import { reminderAdded } from '../../model/reminders/reminder-events.ts';
import { checkIsInFuture } from '../../model/scheduled-messages/scheduled-message.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableMessage } from '../../stores/message-access/message-access.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { reminders } from '../../stores/reminders/reminder-store.ts';
import { reminderText } from '../../stores/reminders/reminder-text.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';

export const createReminder = writeOperation({
  name: 'create-message-reminder',
  method: 'POST',
  path: '/reminders',
  summary: 'Create a reminder about a message.',
  since: 381,
  access: 'account',
  parameters: {
    message_id: required(id, 'The ID of the message.'),
    scheduled_delivery_timestamp: required(integer(), 'The time of the reminder, in seconds since 1970.'),
    note: optionally(messageText, 'A note to show with the reminder.', { since: 415 }),
  },
  result: { reminder_id: id },
  async handle(context, values) {
    const { actor, organizationUrl } = context;
    const dueAt = values.scheduled_delivery_timestamp;
    checkIsInFuture(dueAt);
    const note = normalizeReminderNote(values.note);
    const message = await readableMessage(await context.requester(), values.message_id);
    const source = reminderText(message, note);
    const content = await composeContent(context, source, writtenBy(actor.account));
    const newId = await context.write(async (writer) => {
      const account = await actingAccount(writer, actor.account.id);
      await readableMessage(tableLookup({ writer, account }), values.message_id);
      await takeQuota({ writer, organization: await readOrganization(writer), account }, 'reminders');
      const row = await reminders.insert(writer, account.id, {
        message_id: values.message_id,
        note,
        content: source,
        rendered_content: content.rendered.html,
        due_at: dueAt,
        organization_url: organizationUrl,
        is_failed: 0,
      });
      writer.emit(reminderAdded(row));
      return row.id;
    });
    return { reminder_id: newId };
  },
});
