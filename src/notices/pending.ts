// Sends notices that were stored together with the change that caused them. The unit of work that sends a
// notice removes its row, so it is sent once. The request that made the change sends it before it answers;
// after a crash in between, a job sends it.

import { sendNotices } from '../actions/messages/notices.ts';
import { sendToChannel } from '../actions/messages/send.ts';
import { ApiError, isClientError } from '../api-contract/error.ts';
import { systemBotId } from '../model/accounts/system-bots.ts';
import { normalizeContent } from '../model/messages/message-content.ts';
import { composeContent } from '../queries/rendering/compose-content.ts';
import { causedBy } from '../queries/rendering/rendering.ts';
import type { QueryContext } from '../queries/requester.ts';
import type { Unit } from '../storage/unit.ts';
import { type PendingNoticeRow, takeNoticePart } from '../stores/pending-notices/pending-notice-store.ts';

/** The dependencies of sending notices at once. */
export interface SendingContext extends QueryContext {
  write<T>(unit: Unit<T>): Promise<T>;
}

/**
 * Prepares the unit of work that sends the next part of a notice and returns whether more remains; it can be
 * run repeatedly. Rendering happens first. Fails if the destination refuses the message (a policy, an
 * archived channel).
 */
export async function noticeDelivery(
  { state, reader }: QueryContext,
  row: PendingNoticeRow,
): Promise<Unit<boolean>> {
  const senderId = systemBotId(state, row.bot === 'welcome' ? 'welcome' : 'notification');
  const context = { state, reader, organizationUrl: row.organization_url };
  const actor = row.actor_id === null ? undefined : state.account(row.actor_id);
  const content = await composeContent(context, normalizeContent(row.text), causedBy(actor));
  const kind = row.kind === 'resolution' ? 'resolution notice' : undefined;
  const message = { senderId, client: 'Internal', content, isReadBySender: true, kind } as const;
  return async (writer) => {
    const part = await takeNoticePart(writer, row.id);
    if (!part) return false;
    if (row.channel_id !== null) await sendToChannel(writer, row.channel_id, row.topic, message);
    else await sendNotices(writer, { senderId, content }, part.recipientIds);
    return part.remains;
  };
}

/** The unit of work that removes a part that a rule forbids to send; returns whether more of the notice remains. */
export function noticeRemoval(row: PendingNoticeRow): Unit<boolean> {
  return async (writer) => (await takeNoticePart(writer, row.id))?.remains ?? false;
}

/**
 * Sends notices at once, in order; forbidden ones are skipped. If they cannot be stored now, the job sends them
 * later: the change itself is committed.
 */
export async function sendPendingNotices(
  context: SendingContext,
  rows: readonly PendingNoticeRow[],
): Promise<void> {
  for (const row of rows) {
    try {
      await sendWhole(context, row);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return;
    }
  }
}

async function sendWhole(context: SendingContext, row: PendingNoticeRow): Promise<void> {
  const unit = await orElse(noticeDelivery(context, row), noticeRemoval(row));
  let remains = true;
  while (remains) {
    remains = await context.write(unit).catch((error: unknown) => {
      if (isClientError(error)) return context.write(noticeRemoval(row));
      throw error;
    });
  }
}

async function orElse(
  preparing: Promise<Unit<boolean>>,
  onPermanentError: Unit<boolean>,
): Promise<Unit<boolean>> {
  try {
    return await preparing;
  } catch (error) {
    if (isClientError(error)) return onPermanentError;
    throw error;
  }
}
