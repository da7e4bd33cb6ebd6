// `/remind`: sends a text to its author at a later time, as a scheduled direct message.

import { scheduleMessage } from '../../actions/scheduled-messages/change.ts';
import { badRequest } from '../../api-contract/error.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { normalizeContent } from '../../model/messages/message-content.ts';
import { requestedReminder } from '../../model/reminders/remind-command.ts';
import { checkIsInFuture, directDestination } from '../../model/scheduled-messages/scheduled-message.ts';
import { composeContent } from '../../queries/rendering/compose-content.ts';
import { writtenBy } from '../../queries/rendering/rendering.ts';
import type { WriteContext } from '../operation.ts';

/**
 * Schedules the reminder, and returns a sentence that says when it is sent.
 * @throws 400 if the argument names no time or no text, or a time that has passed
 */
export async function remind(context: WriteContext, argument: string): Promise<string> {
  const { account, client } = context.actor;
  const zone = account.timezone || 'UTC';
  const reminder = requestedReminder(argument, nowSeconds() * 1000, zone);
  if (!reminder)
    throw badRequest(
      'Say when and what, for example "/remind in 2 hours check the build". Times can also be "15:30", "tomorrow 9:00", "friday" or "2027-01-31 9:00".',
    );
  const { dueAt, text } = reminder;
  checkIsInFuture(dueAt);
  const content = await composeContent(context, normalizeContent(text), writtenBy(account));
  await context.write((writer) =>
    scheduleMessage(writer, {
      senderId: account.id,
      client,
      destination: directDestination(account.id, []),
      content,
      dueAt,
      isReadBySender: false,
      organizationUrl: context.organizationUrl,
    }),
  );
  const dueText = new Intl.DateTimeFormat('en', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: zone,
    hour12: !account.settings.twenty_four_hour_time,
  });
  return `You will be reminded on ${dueText.format(dueAt * 1000)}.`;
}
