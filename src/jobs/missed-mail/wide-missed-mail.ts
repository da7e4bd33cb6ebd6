// Mails accounts about messages that very many people may have missed. The accounts are processed in parts
// when their batching period is over. Each mail enters the outbox in the unit of work that records the
// progress.

import { limits } from '../../api-contract/limits.ts';
import { detailOf } from '../../errors/error-detail.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { NotificationTrigger } from '../../model/notifications/notification-rules.ts';
import { pauseAfter, retryPolicies } from '../../model/outbox/retry-policies.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import {
  advanceMissedByMany,
  dueMissedByMany,
  leaseMissedByMany,
  type MissedByManyRow,
  recordPeopleDone,
} from '../../stores/missed-mail/missed-by-many-store.ts';
import { insertMissedRows } from '../../stores/missed-mail/missed-mail-store.ts';
import { subscribersAfter } from '../../stores/subscriptions/subscription-store.ts';
import type { JobServices } from '../job.ts';
import { type MissedMailSender, upToDateHub } from './missed-mail-sender.ts';
import { causesAmong, dueAmong, nextBatchingPeriod } from './wide-recipients.ts';

const MESSAGES_PER_READ = 20;
/** After each part this server may continue with the message for this long. */
const LEASE_SECONDS = 600;

/** Processes the recipients of such messages. */
export class WideMissedMailSender {
  readonly #services: JobServices;
  readonly #sender: MissedMailSender;

  constructor(services: JobServices, sender: MissedMailSender) {
    this.#services = services;
    this.#sender = sender;
  }

  /** Processes everything that is due. */
  async sendDue(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    while (!signal.aborted) {
      const rows = await dueMissedByMany(database.reader(0), now, MESSAGES_PER_READ);
      if (rows.length === 0) return;
      for (const row of rows) {
        if (signal.aborted) return;
        const hub = await upToDateHub(this.#services, row.organization_id);
        await this.#processRecipients(hub, row, now, signal);
      }
    }
  }

  /** Processes all due accounts, unless another server does. */
  async #processRecipients(
    hub: OrganizationHub,
    row: MissedByManyRow,
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { database } = this.#services;
    const startedAt = performance.now();
    const [head] = await messageHeads(hub.reader, [row.message_id]);
    const channelId = hub.state.organization.isDeactivated ? null : head?.channel_id;
    let leased = row;
    const renewLease = async (until: number) => {
      const isRenewed = await database.write(hub.id, (writer) => leaseMissedByMany(writer, leased, until));
      leased = { ...leased, due_at: until };
      return isRenewed;
    };
    for (let after = row.after_account_id; head && channelId; ) {
      const moment = now + Math.ceil((performance.now() - startedAt) / 1000);
      if (!(await renewLease(moment + LEASE_SECONDS))) return;
      const ids = await subscribersAfter(hub.reader, channelId, after, limits.missedPeoplePerBatch);
      const causes = await causesAmong(hub, row, head, dueAmong(hub, row, ids));
      for (const [accountId, cause] of [...causes].sort(([a], [b]) => a - b)) {
        if (signal.aborted) return void (await renewLease(row.due_at));
        if (!(await this.#mail(hub, row, { accountId, cause, now }))) return;
      }
      after = ids.at(-1) ?? after;
      if (ids.length < limits.missedPeoplePerBatch) break;
      await database.write(hub.id, async (writer) => void (await recordPeopleDone(writer, row, after)));
    }
    const next = channelId
      ? nextBatchingPeriod(hub.state, row.noticed_at, row.collecting_seconds)
      : undefined;
    await database.write(hub.id, (writer) => advanceMissedByMany(writer, row, next));
  }

  /** Mails one account; false if another server has done so. A failure is retried for this account alone. */
  async #mail(
    hub: OrganizationHub,
    row: MissedByManyRow,
    recipient: { readonly accountId: number; readonly cause: NotificationTrigger; readonly now: number },
  ): Promise<boolean> {
    const { accountId, cause, now } = recipient;
    const { database, log } = this.#services;
    const { organization_id, message_id, noticed_at } = row;
    const missedRow = { organization_id, account_id: accountId, message_id, cause, noticed_at, due_at: now };
    try {
      return await this.#sender.sendTo(hub, accountId, now, {
        row: missedRow,
        claim: (writer) => recordPeopleDone(writer, row, accountId),
      });
    } catch (error) {
      log.error({ account: accountId, error: detailOf(error) }, 'email failed');
      return database.write(hub.id, async (writer) => {
        if (!(await recordPeopleDone(writer, row, accountId))) return false;
        const pause = pauseAfter(retryPolicies.missedMail, 1);
        await insertMissedRows(writer, [{ ...missedRow, due_at: now + pause }]);
        return true;
      });
    }
  }
}
