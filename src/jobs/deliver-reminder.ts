// Delivers a reminder: a direct message from Notification Bot that quotes the message in its current form, if
// the reminder's owner can still see it.

import { sendDirectly } from '../actions/messages/send.ts';
import { accountDeactivated, isClientError } from '../api-contract/error.ts';
import type { ReminderRow } from '../model/reminders/reminder.ts';
import { reminderAdded, reminderRemoved } from '../model/reminders/reminder-events.ts';
import { composeNotice } from '../queries/rendering/compose-notice.ts';
import { type QueryContext, requesterOf } from '../queries/requester.ts';
import type { Unit } from '../storage/unit.ts';
import { readableMessage } from '../stores/message-access/message-access.ts';
import { reminders } from '../stores/reminders/reminder-store.ts';
import { reminderText, reminderWithQuote } from '../stores/reminders/reminder-text.ts';

async function textOf({ state, reader }: QueryContext, row: ReminderRow): Promise<string> {
  const account = state.account(row.account_id);
  if (!account) return row.content;
  try {
    const message = await readableMessage(await requesterOf({ state, reader }, account), row.message_id);
    const sender = state.account(message.row.sender_id);
    const text = reminderText(message, row.note);
    return sender ? reminderWithQuote(text, message, sender) : text;
  } catch (error) {
    // The message was deleted or is no longer visible. The reminder still names where it was.
    if (isClientError(error)) return row.content;
    throw error;
  }
}

/** The unit of work that delivers a due reminder. */
export async function reminderDelivery(context: QueryContext, row: ReminderRow): Promise<Unit<void>> {
  const account = context.state.account(row.account_id);
  if (!account?.isActive) throw accountDeactivated();
  const text = await textOf(context, row);
  const noticeContext = { ...context, organizationUrl: row.organization_url };
  const { senderId, content } = await composeNotice(noticeContext, text, account);
  return async (writer) => {
    if (!(await reminders.remove(writer, row.account_id, row.id))) return;
    await sendDirectly(writer, [row.account_id], {
      senderId,
      client: 'Internal',
      content,
      isReadBySender: true,
    });
    writer.emit(reminderRemoved(row.account_id, row.id));
  };
}

/**
 * The unit of work that marks a failed delivery. Without an event for changes, the reminder is removed and
 * added again.
 */
export async function reminderFailure(_context: QueryContext, row: ReminderRow): Promise<Unit<void>> {
  return async (writer) => {
    const failed = await reminders.fail(writer, row.id);
    if (!failed) return;
    writer.emit(reminderRemoved(row.account_id, row.id));
    writer.emit(reminderAdded(failed));
  };
}
