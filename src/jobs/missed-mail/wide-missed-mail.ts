// Mail about messages that very many people may have missed. They are looked at a part at a time when their collecting time
// is over; each mail goes into the outbox in the unit of work that notes how far the looking has come.

import { detailOf } from '../../api-contract/error-detail.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { NotificationTrigger } from '../../model/notifications/notification-rules.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { keepMissedRows } from '../../stores/missed-mail/missed-mail-store.ts';
import {
  dueByMany,
  goOnWith,
  type MissedByManyRow,
  notePeopleDone,
  takeUp,
} from '../../stores/missed-mail/wide-message-store.ts';
import { subscribersAfter } from '../../stores/subscriptions/subscription-store.ts';
import type { JobServices } from '../job.ts';
import { type MissedMailSender, RETRY_SECONDS, upToDateHub } from './sending.ts';
import { causesAmong, inTurn, nextCollecting } from './wide-recipients.ts';

const MESSAGES_PER_LOOK = 20;
/** For so long after each part of its people a message is this server's to go on with. */
const LEASE_SECONDS = 600;

/** Goes through the people of such messages. */
export class MissedByManySender {
  readonly #services: JobServices;
  readonly #sender: MissedMailSender;

  constructor(services: JobServices, sender: MissedMailSender) {
    this.#services = services;
    this.#sender = sender;
  }

  /** Does for everybody what is due by a moment. */
  async sendDue(now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    while (!signal.aborted) {
      const rows = await dueByMany(database.reader(0), now, MESSAGES_PER_LOOK);
      if (rows.length === 0) return;
      for (const row of rows) {
        if (signal.aborted) return;
        const hub = await upToDateHub(this.#services, row.organization_id);
        await this.#goThrough(hub, row, now, signal);
      }
    }
  }

  /** Looks at all whose turn it is, unless another server does. */
  async #goThrough(
    hub: OrganizationHub,
    row: MissedByManyRow,
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const { database } = this.#services;
    const startedAt = performance.now();
    const [head] = await messageHeads(hub.reader, [row.message_id]);
    const channelId = hub.state.organization.isDeactivated ? null : head?.channel_id;
    let held = row;
    const holdOn = async (until: number) => {
      const isHeld = await database.write(hub.id, (writer) => takeUp(writer, held, until));
      held = { ...held, due_at: until };
      return isHeld;
    };
    for (let after = row.after_account_id; head && channelId; ) {
      const moment = now + Math.ceil((performance.now() - startedAt) / 1000);
      if (!(await holdOn(moment + LEASE_SECONDS))) return;
      const ids = await subscribersAfter(hub.reader, channelId, after, limits.missedPeoplePerBatch);
      const causes = await causesAmong(hub, row, head, inTurn(hub, row, ids));
      for (const [accountId, cause] of [...causes].sort(([a], [b]) => a - b)) {
        if (signal.aborted) return void (await holdOn(row.due_at));
        if (!(await this.#mail(hub, row, { accountId, cause, now }))) return;
      }
      after = ids.at(-1) ?? after;
      if (ids.length < limits.missedPeoplePerBatch) break;
      await database.write(hub.id, async (writer) => void (await notePeopleDone(writer, row, after)));
    }
    const next = channelId ? nextCollecting(hub.state, row.noticed_at, row.collecting_seconds) : undefined;
    await database.write(hub.id, (writer) => goOnWith(writer, row, next));
  }

  /** Tells one person; false when another server has done so. What fails is tried again for this person alone. */
  async #mail(
    hub: OrganizationHub,
    row: MissedByManyRow,
    one: { readonly accountId: number; readonly cause: NotificationTrigger; readonly now: number },
  ): Promise<boolean> {
    const { accountId, cause, now } = one;
    const { database, log } = this.#services;
    const { organization_id, message_id, noticed_at } = row;
    const missed = { organization_id, account_id: accountId, message_id, cause, noticed_at, due_at: now };
    try {
      return await this.#sender.mail(hub, accountId, now, {
        row: missed,
        claim: (writer) => notePeopleDone(writer, row, accountId),
      });
    } catch (error) {
      log.error({ account: accountId, error: detailOf(error) }, 'a mail failed');
      return database.write(hub.id, async (writer) => {
        if (!(await notePeopleDone(writer, row, accountId))) return false;
        await keepMissedRows(writer, [{ ...missed, due_at: now + RETRY_SECONDS }]);
        return true;
      });
    }
  }
}
