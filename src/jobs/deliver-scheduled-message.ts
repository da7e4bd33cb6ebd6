// Sends a scheduled message when it is due. CPU work happens before the unit of work. The unit removes the
// row and sends the message, so it is sent once even if several servers try.

import { sendNotices } from '../actions/messages/notices.ts';
import { sendDirectly, sendToChannel } from '../actions/messages/send.ts';
import { accountDeactivated } from '../api-contract/error.ts';
import type { OutgoingMessage } from '../model/messages/outgoing-message.ts';
import { recipientsOf, type ScheduledMessageRow } from '../model/scheduled-messages/scheduled-message.ts';
import {
  scheduledMessageChanged,
  scheduledMessageRemoved,
} from '../model/scheduled-messages/scheduled-message-events.ts';
import { composeContent } from '../queries/rendering/compose-content.ts';
import { composeNotice } from '../queries/rendering/compose-notice.ts';
import { writtenBy } from '../queries/rendering/rendering.ts';
import type { QueryContext } from '../queries/requester.ts';
import type { Unit } from '../storage/unit.ts';
import { recordDelivered } from '../stores/scheduled-messages/delivered-store.ts';
import {
  scheduledMessageById,
  scheduledMessages,
} from '../stores/scheduled-messages/scheduled-message-store.ts';
import { ConcurrentChangeError } from './due-job.ts';

function isSame(a: ScheduledMessageRow, b: ScheduledMessageRow | undefined): boolean {
  return b !== undefined && b.is_failed === 0 && a.due_at === b.due_at && a.content === b.content;
}

/** The unit of work that sends a due message; fails as sending it now would. */
export async function scheduledDelivery(
  context: QueryContext,
  row: ScheduledMessageRow,
): Promise<Unit<void>> {
  const sender = context.state.account(row.sender_id);
  if (!sender?.isActive) throw accountDeactivated();
  const textContext = { ...context, organizationUrl: row.organization_url };
  const content = await composeContent(textContext, row.content, writtenBy(sender));
  const message: OutgoingMessage = {
    senderId: row.sender_id,
    client: row.client,
    content,
    isReadBySender: row.is_read_by_sender === 1,
  };
  return async (writer) => {
    const removed = await scheduledMessages.remove(writer, row.sender_id, row.id);
    if (!removed) return;
    if (!isSame(row, removed)) throw new ConcurrentChangeError();
    if (removed.channel_id === null) await sendDirectly(writer, recipientsOf(removed), message);
    else await sendToChannel(writer, removed.channel_id, removed.topic, message);
    await recordDelivered(writer, removed.sender_id, removed.id);
    writer.emit(scheduledMessageRemoved(removed.sender_id, removed.id));
  };
}

/** The unit of work that records a failure and notifies the sender. */
export async function scheduledFailure(
  context: QueryContext,
  row: ScheduledMessageRow,
  reason: string,
): Promise<Unit<void>> {
  const dueTime = new Date(Math.min(row.due_at, MAX_TIME) * 1000).toISOString();
  const quoted = reason.split('\n').map((line) => `> ${line}`);
  const text = [
    `The message you scheduled for <time:${dueTime}> was not sent because of the following error:`,
    quoted.join('\n'),
    '[View scheduled messages](#scheduled)',
  ].join('\n\n');
  const textContext = { ...context, organizationUrl: row.organization_url };
  const notice = await composeNotice(textContext, text, context.state.account(row.sender_id));
  return async (writer) => {
    if (!isSame(row, await scheduledMessageById(writer, row.sender_id, row.id))) return;
    const failed = await scheduledMessages.fail(writer, row.id);
    if (!failed) return;
    writer.emit(scheduledMessageChanged(failed));
    await sendNotices(writer, notice, [row.sender_id]);
  };
}

/** The last second that a `Date` can represent. */
const MAX_TIME = 8_640_000_000_000;
