// Derives notifications from log entries: whom new messages and mentions notify, at once or once they leave their
// computers, and whose notifications an edit has made obsolete.

import type { LogEntry } from '../../api-contract/event.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { WireCall } from '../../model/native-calls/native-call.ts';
import { callRingEvent } from '../../model/native-calls/native-call-events.ts';
import { mentionTriggers, notificationTriggers } from '../../model/notifications/notification-rules.ts';
import {
  type NotificationCandidate,
  pushCandidates,
} from '../../queries/notifications/notification-candidates.ts';
import { quietRecipients } from '../../queries/notifications/quiet-recipients.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { shownMessages } from '../../stores/push/displayed-store.ts';
import { isReadFor, readFactsFor } from '../../stores/read-state/message-read-facts.ts';
import { ComputerActivity } from './computer-activity.ts';

/** Older messages do not notify, for example after a time without a relay. */
const MAX_AGE_SECONDS = 10_800;

/** Account ids by message id. */
export type ByMessage = ReadonlyMap<number, readonly number[]>;

export interface Decision {
  /** The accounts to notify at once. */
  readonly notices: ByMessage;
  /** Accounts at their computers, which are notified if they leave without reading. */
  readonly waiting: ByMessage;
  /** When the first of those may have been away long enough. */
  readonly checkAt: number;
  /** Accounts whose notifications no longer have a reason. */
  readonly revoked: ByMessage;
}

const nothing: Decision = { notices: new Map(), waiting: new Map(), checkAt: 0, revoked: new Map() };

function messageIdOf(entry: LogEntry): number {
  return entry.extra?.messageId as number;
}

/** Whether an edit may add or remove mentions. */
function changesContent(entry: LogEntry): boolean {
  return entry.type === 'update_message' && 'content' in entry.payload;
}

/** Decides for the accounts in `owners`; others have no device to be notified on. */
export async function decideNotifications(
  hub: OrganizationHub,
  entries: readonly LogEntry[],
  owners: ReadonlySet<number>,
  now: number,
): Promise<Decision> {
  const sentIds = new Set(entries.filter((entry) => entry.type === 'message').map(messageIdOf));
  const edited = new Set(entries.filter(changesContent).map(messageIdOf));
  const rung = rungPeople(hub, entries, owners);
  if (sentIds.size + edited.size === 0) return { ...nothing, notices: rung };
  const heads = (await messageHeads(hub.reader, [...sentIds.union(edited)])).filter(
    ({ id, sent_at: sentAt }) => edited.has(id) || now - sentAt <= MAX_AGE_SECONDS,
  );
  const triggered = (await pushCandidates(hub.reader, hub.state, heads, owners)).flatMap((candidate) => {
    const trigger = notificationTriggers(candidate.facts).push;
    return trigger ? [{ ...candidate, trigger }] : [];
  });
  const notified = triggered.filter(
    ({ message, trigger }) => sentIds.has(message.id) || mentionTriggers.has(trigger),
  );
  const quiet = await quietRecipients(hub, notified, now);
  const people = notified.filter((recipient) => quiet.until(recipient) === undefined);
  const activity = await ComputerActivity.of(hub, people, now);
  const immediate: NotificationCandidate[] = [];
  const delayed: NotificationCandidate[] = [];
  for (const recipient of await unreadOf(hub, people)) {
    const { id, settings } = recipient.account;
    const isRung = rung.get(recipient.message.id)?.includes(id) === true;
    const isImmediate = isRung || settings.enable_online_push_notifications || activity.isIdle(id);
    (isImmediate ? immediate : delayed).push(recipient);
  }
  return {
    notices: merged(byMessage(immediate), rung),
    waiting: byMessage(delayed),
    // Spreading into `Math.min` could fail: there may be more values than a call takes arguments.
    checkAt: delayed.reduce((first, { account }) => Math.min(first, activity.awayAt(account.id)), Infinity),
    revoked: await revokedByEdit(hub, edited, byMessage(triggered)),
  };
}

/**
 * The people who are called, by the message about the call. They are notified at once, even at the computer and in topics
 * whose messages do not notify them: a call does not wait. Those who stay silent get no event.
 */
function rungPeople(
  { state }: OrganizationHub,
  entries: readonly LogEntry[],
  owners: ReadonlySet<number>,
): ReadonlyMap<number, number[]> {
  const result = new Map<number, number[]>();
  for (const { type, payload, audience } of entries) {
    if (type !== callRingEvent.type || payload.op !== 'start' || audience.kind !== 'accounts') continue;
    const { call, caller_id: callerId } = payload as { call: WireCall; caller_id: number };
    if (call.message_id === null) continue;
    const called = audience.ids.filter(
      (id) =>
        id !== callerId && owners.has(id) && state.account(id)?.settings.enable_offline_push_notifications,
    );
    if (called.length > 0) result.set(call.message_id, [...(result.get(call.message_id) ?? []), ...called]);
  }
  return result;
}

function merged(one: ByMessage, other: ByMessage): ByMessage {
  const result = new Map(one);
  for (const [id, people] of other) result.set(id, [...new Set([...(result.get(id) ?? []), ...people])]);
  return result;
}

function byMessage(people: readonly NotificationCandidate[]): ByMessage {
  const result = new Map<number, number[]>();
  for (const [id, some] of Map.groupBy(people, ({ message }) => message.id)) {
    result.set(
      id,
      some.map(({ account }) => account.id),
    );
  }
  return result;
}

async function unreadOf(
  { reader, state }: OrganizationHub,
  people: readonly NotificationCandidate[],
): Promise<NotificationCandidate[]> {
  const result: NotificationCandidate[] = [];
  for (const [messageId, candidates] of Map.groupBy(people, ({ message }) => message.id)) {
    const ids = candidates.map(({ account }) => account.id);
    const facts = await readFactsFor(reader, messageId, ids);
    if (!facts) continue;
    for (const candidate of candidates) {
      const subscriptions = await state.subscriptions(reader, candidate.account.id);
      if (!isReadFor(facts, candidate.account, subscriptions)) result.push(candidate);
    }
  }
  return result;
}

/** The accounts that are shown edited messages which would no longer notify them. Returns do not depend on the text. */
async function revokedByEdit(
  { reader }: OrganizationHub,
  edited: ReadonlySet<number>,
  triggered: ByMessage,
): Promise<ByMessage> {
  if (edited.size === 0) return new Map();
  const shownNotifications = await shownMessages(reader, [...edited]);
  const obsolete = shownNotifications.filter(
    (row) => row.returned === null && !triggered.get(row.message_id)?.includes(row.account_id),
  );
  const result = new Map<number, number[]>();
  for (const [id, rows] of Map.groupBy(obsolete, (row) => row.message_id)) {
    result.set(
      id,
      rows.map((row) => row.account_id),
    );
  }
  return result;
}
