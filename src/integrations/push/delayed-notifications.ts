// Delayed notifications: an account that was at its computer when a message arrived, and left without reading
// it, is notified once its last client has been silent long enough. (As in the reference server.)

import { runningClock } from '../../actions/outbox/running-clock.ts';
import { queueMessagePush } from '../../actions/push/push-outbox.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { lastPolls } from '../../events/queue-store.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import {
  type DelayedNotification,
  deleteDelayedNotifications,
  dueDelayedNotifications,
  nextDelayedNotification,
  postponeDelayedNotifications,
} from '../../stores/push/delayed-notification-store.ts';
import { recordShown } from '../../stores/push/displayed-store.ts';
import { readStatusOf } from '../../stores/read-state/read-status.ts';
import { POLLED_WITHIN_SECONDS } from './computer-activity.ts';
import type { NotifierServices } from './push-services.ts';

const BATCH = 500;

/** The decision about the waiting messages of one account. */
interface Outcome {
  readonly accountId: number;
  readonly all: readonly number[];
  /** The conversation of each unread message, by the id of the message. */
  readonly unread: ReadonlyMap<number, number>;
  /** The messages that stand for the return of their conversation. */
  readonly returns: ReadonlySet<number>;
  /** When the account will have been away long enough. */
  readonly awayAt: number;
}

export class DelayedNotifications {
  readonly name = 'push-waiting';
  readonly pollSeconds = 30;
  readonly #services: NotifierServices;

  constructor(services: NotifierServices) {
    this.#services = services;
  }

  next(): Promise<number | undefined> {
    return nextDelayedNotification(this.#services.database.reader(0));
  }

  /** The delay is always longer than the poll interval, so no entry has to wake the job. */
  wakeOn(): undefined {
    return undefined;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    while (!signal.aborted) {
      const rows = await dueDelayedNotifications(this.#services.database.reader(0), now(), BATCH);
      for (const [id, some] of Map.groupBy(rows, (row) => row.organization_id))
        await this.#check(id, some, now());
      if (rows.length < BATCH) return;
    }
  }

  async #check(organizationId: number, rows: readonly DelayedNotification[], now: number): Promise<void> {
    const { database, hubs, hasRelay } = this.#services;
    const hub = await hubs.upToDate(organizationId);
    const outcomes = await outcomesOf(hub, rows, now);
    await database.write(organizationId, async (writer) => {
      for (const outcome of outcomes) await applyOutcome(writer, outcome, now, hasRelay);
    });
  }
}

async function outcomesOf(
  hub: OrganizationHub,
  rows: readonly DelayedNotification[],
  now: number,
): Promise<Outcome[]> {
  const byPerson = Map.groupBy(rows, (row) => row.account_id);
  const polls = await lastPolls(hub.reader, [...byPerson.keys()]);
  const outcomes: Outcome[] = [];
  for (const [accountId, ownRows] of byPerson) {
    const currentIds = ownRows.filter((row) => row.until_at > now).map((row) => row.message_id);
    outcomes.push({
      accountId,
      all: ownRows.map((row) => row.message_id),
      unread: await unreadAmong(hub, accountId, currentIds),
      returns: new Set(ownRows.filter(({ returned }) => returned !== null).map((row) => row.message_id)),
      awayAt: (polls.get(accountId) ?? 0) + POLLED_WITHIN_SECONDS + 1,
    });
  }
  return outcomes;
}

async function unreadAmong(
  { reader, state }: OrganizationHub,
  accountId: number,
  messageIds: readonly number[],
): Promise<Map<number, number>> {
  if (!state.account(accountId)) return new Map();
  const heads = await messageHeads(reader, messageIds);
  const statuses = await readStatusOf(reader, accountId, await state.subscriptions(reader, accountId), heads);
  const unread = heads.filter(({ id }) => statuses.get(id)?.isRead === false);
  return new Map(unread.map((head) => [head.id, head.conversation_id]));
}

async function applyOutcome(
  writer: Writer,
  { accountId, all, unread, returns, awayAt }: Outcome,
  now: number,
  hasRelay: boolean,
): Promise<void> {
  const isAway = awayAt <= now;
  const finished = isAway ? all : all.filter((id) => !unread.has(id));
  // Of several servers only one deletes the rows and continues.
  const claimed = finished.length > 0 ? await deleteDelayedNotifications(writer, accountId, finished) : [];
  if (!isAway) {
    if (unread.size > 0) await postponeDelayedNotifications(writer, accountId, [...unread.keys()], awayAt);
    return;
  }
  for (const messageId of claimed) {
    if (!unread.has(messageId)) continue;
    const returned = returns.has(messageId) ? 'unread' : undefined;
    const notNotified = await recordShown(writer, messageId, [accountId], returned);
    if (returned) {
      const isShown = notNotified.length === 0;
      const back = { returned, conversationId: unread.get(messageId) } as const;
      await queueMessagePush(writer, messageId, [accountId], hasRelay, back, isShown);
    } else await queueMessagePush(writer, messageId, notNotified, hasRelay);
  }
}
