// People who were at their computers when a message came, and left without reading it, are notified once their last
// client has been gone for as long as clients may be silent. (Reference behaviour.)

import { lastPolls } from '../../events/queue-store.ts';
import {
  dueWaiting,
  forgetWaiting,
  nextWaiting,
  noteShown,
  type Waiting as WaitingRow,
  waitOn,
} from '../../model/push/shown-store.ts';
import { queueMessagePush } from '../../model/push/work.ts';
import { isReadFor, readFactsFor } from '../../model/read-state/of-message.ts';
import { POLLED_WITHIN_SECONDS } from './attention.ts';
import type { PushServices } from './services.ts';

const BATCH = 200;

export class Waiting {
  readonly name = 'push-waiting';
  readonly lookEverySeconds = 30;
  readonly #services: PushServices;

  constructor(services: PushServices) {
    this.#services = services;
  }

  next(): Promise<number | undefined> {
    return nextWaiting(this.#services.database.reader(0));
  }

  /** Nobody is waited for less long than clients may be silent: looking now and then is enough. */
  broughtBy(): undefined {
    return undefined;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = Math.floor(moment);
    while (!signal.aborted) {
      const rows = await dueWaiting(this.#services.database.reader(0), now, BATCH);
      for (const row of rows) await this.#look(row, now);
      if (rows.length < BATCH) return;
    }
  }

  async #look(row: WaitingRow, now: number): Promise<void> {
    const { database } = this.#services;
    const { organization_id: organizationId, account_id: accountId, message_id: messageId } = row;
    const reader = database.reader(organizationId);
    const polledAt = (await lastPolls(reader, [accountId])).get(accountId);
    const isUnread = await this.#isUnread(row);
    const lookAt = (polledAt ?? 0) + POLLED_WITHIN_SECONDS + 1;
    await database.write(organizationId, async (writer) => {
      if (isUnread && lookAt > now && row.until_at > now) {
        await waitOn(writer, accountId, messageId, lookAt);
        return;
      }
      const waited = await forgetWaiting(writer, accountId, [messageId]);
      if (waited.length === 0 || !isUnread || row.until_at <= now) return;
      await queueMessagePush(writer, messageId, await noteShown(writer, messageId, [accountId]));
    });
  }

  async #isUnread({ organization_id, account_id, message_id }: WaitingRow): Promise<boolean> {
    const hub = await this.#services.hubs.get(organization_id);
    if (this.#services.database.engine === 'postgres') await hub.catchUp();
    const account = hub.state.account(account_id);
    const facts = await readFactsFor(hub.reader, message_id, [account_id]);
    if (!account || !facts) return false;
    return !isReadFor(facts, account, await hub.state.subscriptions(hub.reader, account.id));
  }
}
