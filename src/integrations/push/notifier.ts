// Decides who is notified. Follows the log after commits, so that it costs nothing when a message is sent:
// new messages, mentions and conversations that come back from later notify; reading, editing, deletion and marking
// conversations done withdraw notifications. Its log position is stored in the unit of work that queues the notifications,
// so that of several servers one handles an entry, once.

import { runningClock } from '../../actions/outbox/running-clock.ts';
import { queueMessagePush, queueRemoval } from '../../actions/push/push-outbox.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import { WEEK } from '../../api-contract/time.ts';
import { insertDelayedNotifications } from '../../stores/push/delayed-notification-store.ts';
import { recordShown } from '../../stores/push/displayed-store.ts';
import {
  advancePushPosition,
  endPushScan,
  type PushPosition,
  positionsBehind,
} from '../../stores/push/position-store.ts';
import { PushOwners } from './push-owners.ts';
import type { NotifierServices } from './push-services.ts';
import { decideNotifications } from './push-triggers.ts';
import { decideReturns } from './returned-conversations.ts';
import { obsoleteNotifications } from './revoked-notifications.ts';

/** How many entries one step reads. */
const BATCH = 500;
/** How long an account at the computer can leave a message unread and still be notified. */
const WAIT_AT_MOST_SECONDS = WEEK;

function isRead(entry: LogEntry): boolean {
  return entry.type === 'update_message_flags' && entry.payload.flag === 'read' && entry.payload.op === 'add';
}

export class Notifier {
  readonly name = 'push-notifier';
  readonly pollSeconds = 15;
  readonly #services: NotifierServices;
  readonly #owners: PushOwners;

  constructor(services: NotifierServices) {
    this.#services = services;
    this.#owners = new PushOwners(services.hasRelay);
  }

  async next(): Promise<undefined> {
    return undefined;
  }

  wakeOn(entry: LogEntry): number | undefined {
    const isRelevant =
      entry.type === 'message' ||
      entry.type === 'delete_message' ||
      entry.type === 'update_message' ||
      entry.type === 'later_conversations' ||
      entry.type === 'call_ring' ||
      isRead(entry);
    return isRelevant ? 0 : undefined;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const { database, hasRelay } = this.#services;
    for (const position of await positionsBehind(database.reader(0), hasRelay)) {
      let at: PushPosition | undefined = position;
      while (at && !signal.aborted) at = await this.#step(at, now());
    }
  }

  /** Handles the next entries of an organization. Returns the position to continue from, if there are more. */
  async #step(
    { organization_id: id, sequence }: PushPosition,
    now: number,
  ): Promise<PushPosition | undefined> {
    const { database, hubs, hasRelay } = this.#services;
    const { entries, until, isComplete } = await database.entriesAfter(database.reader(id), sequence, BATCH);
    if (until === sequence) return undefined;
    const owners = await this.#owners.after(database.reader(id), sequence, entries);
    if (owners.size === 0) {
      await database.write(id, endPushScan);
      return undefined;
    }
    const hub = await hubs.upToDate(id);
    await hub.whenSettled();
    const { notices, waiting, checkAt, revoked } = await decideNotifications(hub, entries, owners, now);
    const returns = await decideReturns(hub, entries, owners, now);
    const obsolete = await obsoleteNotifications(hub, entries, owners, revoked);
    const isClaimed = await database.write(id, async (writer) => {
      if (!(await advancePushPosition(writer, sequence, until))) return false;
      for (const [messageId, accountIds] of notices) {
        const notNotified = await recordShown(writer, messageId, accountIds);
        await queueMessagePush(writer, messageId, notNotified, hasRelay);
      }
      for (const { messageId, accountId, ...back } of returns.immediate) {
        const isShown = (await recordShown(writer, messageId, [accountId], back.returned)).length === 0;
        await queueMessagePush(writer, messageId, [accountId], hasRelay, back, isShown);
      }
      const delays = [
        { messages: waiting, checkAt, returned: undefined },
        { ...returns.delayed, returned: 'unread' as const },
      ];
      for (const { messages, checkAt, returned } of delays)
        for (const [messageId, accountIds] of messages)
          await insertDelayedNotifications(writer, messageId, accountIds, {
            checkAt,
            untilAt: now + WAIT_AT_MOST_SECONDS,
            returned,
          });
      for (const [accountId, messageIds] of obsolete)
        await queueRemoval(writer, accountId, messageIds, hasRelay);
      return true;
    });
    return isClaimed && !isComplete ? { organization_id: id, sequence: until } : undefined;
  }
}
