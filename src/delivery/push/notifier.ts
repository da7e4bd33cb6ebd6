// Decides who is notified of what. It follows the log behind the commits, so that sending a message costs nothing for
// it: new messages and mentions notify, what was read or is gone takes notifications back. How far it has followed is
// kept in the unit of work that queues the notifications, so that of several servers one does it, once.

import type { LogEntry } from '../../contract/event.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { messageHeads } from '../../model/messages/store.ts';
import { type Concerned, concernedByPush } from '../../model/notifications/concerned.ts';
import { type NotificationTrigger, notificationTriggers } from '../../model/notifications/rules.ts';
import { pushOwners } from '../../model/push/owners.ts';
import { movePosition, type PushPosition, positionsBehind } from '../../model/push/position-store.ts';
import { noteShown, noteWaiting } from '../../model/push/shown-store.ts';
import { queueMessagePush, queueRemoval } from '../../model/push/work.ts';
import { isReadFor, readFactsFor } from '../../model/read-state/of-message.ts';
import { Attention } from './attention.ts';
import { obsoleteNotifications } from './obsolete.ts';
import type { PushServices } from './services.ts';

/** Entries that one step looks at. */
const BATCH = 500;
/** A person who stays at the computer without reading is not notified of what is older. */
const WAIT_AT_MOST_SECONDS = 604_800;

/** Kinds of triggers for which an edit notifies anew. */
const byMention: ReadonlySet<NotificationTrigger> = new Set([
  'mentioned',
  'topic_wildcard_mentioned_in_followed_topic',
  'stream_wildcard_mentioned_in_followed_topic',
  'topic_wildcard_mentioned',
  'stream_wildcard_mentioned',
]);

function isRead(entry: LogEntry): boolean {
  return entry.type === 'update_message_flags' && entry.payload.flag === 'read' && entry.payload.op === 'add';
}

function messageIdOf(entry: LogEntry): number {
  return entry.extra?.messageId as number;
}

/** Whether an edit may mention somebody anew. */
function changesContent(entry: LogEntry): boolean {
  return entry.type === 'update_message' && 'content' in entry.payload;
}

/** Messages and the people to tell of each. */
type Notices = Map<number, number[]>;

interface Decision {
  readonly notices: Notices;
  /** People at their computers, who are told if they leave without reading. */
  readonly waiting: Notices;
}

export class Notifier {
  readonly name = 'push-notifier';
  readonly lookEverySeconds = 15;
  readonly #services: PushServices;

  constructor(services: PushServices) {
    this.#services = services;
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
    for (const position of await positionsBehind(this.#services.database.reader(0))) {
      let at: PushPosition | undefined = position;
      while (at && !signal.aborted) at = await this.#step(at, Math.floor(moment));
    }
  }

  /** Looks at the next entries of an organization; gives where to go on, if there is more. */
  async #step(
    { organization_id: id, sequence }: PushPosition,
    now: number,
  ): Promise<PushPosition | undefined> {
    const { database, hubs } = this.#services;
    const entries = await database.entriesAfter(database.reader(id), sequence, BATCH);
    const last = entries.at(-1);
    if (!last) return undefined;
    const hub = await hubs.get(id);
    if (database.engine === 'postgres') await hub.catchUp();
    await hub.settled();
    const { notices, waiting } = await this.#decide(hub, entries, now);
    const obsolete = await obsoleteNotifications(hub, entries);
    const isMine = await database.write(id, async (writer) => {
      if (!(await movePosition(writer, sequence, last.sequence))) return false;
      for (const [messageId, accountIds] of notices) {
        const fresh = await noteShown(writer, messageId, accountIds);
        await queueMessagePush(writer, messageId, fresh);
      }
      for (const [messageId, accountIds] of waiting)
        await noteWaiting(writer, messageId, accountIds, now, now + WAIT_AT_MOST_SECONDS);
      for (const [accountId, messageIds] of obsolete) await queueRemoval(writer, accountId, messageIds);
      return true;
    });
    return isMine && entries.length === BATCH ? { organization_id: id, sequence: last.sequence } : undefined;
  }

  async #decide(hub: OrganizationHub, entries: readonly LogEntry[], now: number): Promise<Decision> {
    const decision: Decision = { notices: new Map(), waiting: new Map() };
    const sent = new Set(entries.filter((entry) => entry.type === 'message').map(messageIdOf));
    const edited = new Set(entries.filter(changesContent).map(messageIdOf));
    if (sent.size + edited.size === 0) return decision;
    const { reader, state } = hub;
    const owners = await pushOwners(reader);
    if (owners.size === 0) return decision;
    const heads = await messageHeads(reader, [...new Set([...sent, ...edited])]);
    const people = (await concernedByPush(reader, state, heads, owners)).filter(({ facts, message }) => {
      const trigger = notificationTriggers(facts).push;
      return trigger !== undefined && (sent.has(message.id) || byMention.has(trigger));
    });
    const attention = await Attention.of(hub, people, now);
    for (const [messageId, concerned] of Map.groupBy(people, ({ message }) => message.id)) {
      for (const { account } of await this.#unread(hub, messageId, concerned)) {
        const isTold = account.settings.enable_online_push_notifications || attention.isIdle(account.id);
        add(isTold ? decision.notices : decision.waiting, messageId, account.id);
      }
    }
    return decision;
  }

  async #unread(
    { reader, state }: OrganizationHub,
    messageId: number,
    concerned: readonly Concerned[],
  ): Promise<Concerned[]> {
    const ids = concerned.map(({ account }) => account.id);
    const facts = await readFactsFor(reader, messageId, ids);
    if (!facts) return [];
    const result: Concerned[] = [];
    for (const one of concerned) {
      const subscriptions = await state.subscriptions(reader, one.account.id);
      if (!isReadFor(facts, one.account, subscriptions)) result.push(one);
    }
    return result;
  }
}

function add(notices: Notices, messageId: number, accountId: number): void {
  const present = notices.get(messageId);
  if (present) present.push(accountId);
  else notices.set(messageId, [accountId]);
}
