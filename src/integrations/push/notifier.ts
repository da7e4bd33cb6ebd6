// Decides who is notified of what. It follows the log behind the commits, so that sending a message costs nothing for
// it: new messages and mentions notify, what was read, edited or is gone takes notifications back. How far it has followed is
// kept in the unit of work that queues the notifications, so that of several servers one does it, once.

import { queueMessagePush, queueRemoval } from '../../actions/push/push-outbox.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import { WEEK } from '../../api-contract/time.ts';
import {
  movePosition,
  type PushPosition,
  positionsBehind,
  stopWatching,
} from '../../stores/push/position-store.ts';
import { noteShown } from '../../stores/push/shown-store.ts';
import { noteWaiting } from '../../stores/push/waiting-store.ts';
import { runningClock } from '../outbox/running-clock.ts';
import { PushOwners } from './push-owners.ts';
import { decide } from './push-triggers.ts';
import { obsoleteNotifications } from './revoked-notifications.ts';
import type { NotifierServices } from './services.ts';

/** Entries that one step looks at. */
const BATCH = 500;
/** A person who stays at the computer without reading is not notified of what is older. */
const WAIT_AT_MOST_SECONDS = WEEK;

function isRead(entry: LogEntry): boolean {
  return entry.type === 'update_message_flags' && entry.payload.flag === 'read' && entry.payload.op === 'add';
}

export class Notifier {
  readonly name = 'push-notifier';
  readonly lookEverySeconds = 15;
  readonly #services: NotifierServices;
  readonly #owners: PushOwners;

  constructor(services: NotifierServices) {
    this.#services = services;
    this.#owners = new PushOwners(services.hasRelay);
  }

  async next(): Promise<undefined> {
    return undefined;
  }

  broughtBy(entry: LogEntry): number | undefined {
    const concerns =
      entry.type === 'message' ||
      entry.type === 'delete_message' ||
      entry.type === 'update_message' ||
      isRead(entry);
    return concerns ? 0 : undefined;
  }

  async run(moment: number, signal: AbortSignal): Promise<void> {
    const now = runningClock(moment);
    const { database, hasRelay } = this.#services;
    for (const position of await positionsBehind(database.reader(0), hasRelay)) {
      let at: PushPosition | undefined = position;
      while (at && !signal.aborted) at = await this.#step(at, now());
    }
  }

  /** Looks at the next entries of an organization; gives where to go on, if there is more. */
  async #step(
    { organization_id: id, sequence }: PushPosition,
    now: number,
  ): Promise<PushPosition | undefined> {
    const { database, hubs, hasRelay } = this.#services;
    const { entries, until, isRest } = await database.entriesAfter(database.reader(id), sequence, BATCH);
    if (until === sequence) return undefined;
    const owners = await this.#owners.after(database.reader(id), sequence, entries);
    if (owners.size === 0) {
      await database.write(id, stopWatching);
      return undefined;
    }
    const hub = await hubs.upToDate(id);
    await hub.settled();
    const { notices, waiting, lookAt, unfounded } = await decide(hub, entries, owners, now);
    const obsolete = await obsoleteNotifications(hub, entries, owners, unfounded);
    const isMine = await database.write(id, async (writer) => {
      if (!(await movePosition(writer, sequence, until))) return false;
      for (const [messageId, accountIds] of notices) {
        const fresh = await noteShown(writer, messageId, accountIds);
        await queueMessagePush(writer, messageId, fresh, hasRelay);
      }
      for (const [messageId, accountIds] of waiting)
        await noteWaiting(writer, messageId, accountIds, { lookAt, untilAt: now + WAIT_AT_MOST_SECONDS });
      for (const [accountId, messageIds] of obsolete)
        await queueRemoval(writer, accountId, messageIds, hasRelay);
      return true;
    });
    return isMine && !isRest ? { organization_id: id, sequence: until } : undefined;
  }
}
