// What some entries of the log mean for people with phones: whom new messages and mentions notify, at once or once they
// leave their computers, and of whose notifications an edit has taken the reason.

import type { LogEntry } from '../../api-contract/event.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { mentionTriggers, notificationTriggers } from '../../model/notifications/notification-rules.ts';
import {
  type NotificationCandidate,
  pushCandidates,
} from '../../queries/notifications/notification-candidates.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { shownMessages } from '../../stores/push/shown-store.ts';
import { isReadFor, readFactsFor } from '../../stores/read-state/of-message.ts';
import { Attention } from './computer-activity.ts';

/** Of what was sent longer ago nobody wants to hear, as after a time without a relay. */
const MAX_AGE_SECONDS = 10_800;

/** Messages and people. */
export type ByMessage = ReadonlyMap<number, readonly number[]>;

export interface Decision {
  /** Who is notified at once. */
  readonly notices: ByMessage;
  /** People at their computers, who are told if they leave without reading. */
  readonly waiting: ByMessage;
  /** When the first of those may have been away for long enough. */
  readonly lookAt: number;
  /** Whose notifications have no reason any more. */
  readonly unfounded: ByMessage;
}

const nothing: Decision = { notices: new Map(), waiting: new Map(), lookAt: 0, unfounded: new Map() };

function messageIdOf(entry: LogEntry): number {
  return entry.extra?.messageId as number;
}

/** Whether an edit may mention somebody anew, or no more. */
function changesContent(entry: LogEntry): boolean {
  return entry.type === 'update_message' && 'content' in entry.payload;
}

/** Decides for those of `owners`; others have nothing to be notified on. */
export async function decide(
  hub: OrganizationHub,
  entries: readonly LogEntry[],
  owners: ReadonlySet<number>,
  now: number,
): Promise<Decision> {
  const sent = new Set(entries.filter((entry) => entry.type === 'message').map(messageIdOf));
  const edited = new Set(entries.filter(changesContent).map(messageIdOf));
  if (sent.size + edited.size === 0) return nothing;
  const heads = (await messageHeads(hub.reader, [...sent.union(edited)])).filter(
    ({ id, sent_at: sentAt }) => edited.has(id) || now - sentAt <= MAX_AGE_SECONDS,
  );
  const triggered = (await pushCandidates(hub.reader, hub.state, heads, owners)).flatMap((one) => {
    const trigger = notificationTriggers(one.facts).push;
    return trigger ? [{ ...one, trigger }] : [];
  });
  const people = triggered.filter(
    ({ message, trigger }) => sent.has(message.id) || mentionTriggers.has(trigger),
  );
  const attention = await Attention.of(hub, people, now);
  const told: NotificationCandidate[] = [];
  const absent: NotificationCandidate[] = [];
  for (const one of await unreadOf(hub, people)) {
    const { id, settings } = one.account;
    (settings.enable_online_push_notifications || attention.isIdle(id) ? told : absent).push(one);
  }
  return {
    notices: byMessage(told),
    waiting: byMessage(absent),
    // Not spread into one call: they may be more than a call takes.
    lookAt: absent.reduce((first, { account }) => Math.min(first, attention.awayAt(account.id)), Infinity),
    unfounded: await unfounded(hub, edited, byMessage(triggered)),
  };
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
  for (const [messageId, concerned] of Map.groupBy(people, ({ message }) => message.id)) {
    const ids = concerned.map(({ account }) => account.id);
    const facts = await readFactsFor(reader, messageId, ids);
    if (!facts) continue;
    for (const one of concerned) {
      const subscriptions = await state.subscriptions(reader, one.account.id);
      if (!isReadFor(facts, one.account, subscriptions)) result.push(one);
    }
  }
  return result;
}

/** Who is shown edited messages that would not notify them as they stand now. */
async function unfounded(
  { reader }: OrganizationHub,
  edited: ReadonlySet<number>,
  triggered: ByMessage,
): Promise<ByMessage> {
  if (edited.size === 0) return new Map();
  const shown = await shownMessages(reader, [...edited]);
  const over = shown.filter((row) => !triggered.get(row.message_id)?.includes(row.account_id));
  const result = new Map<number, number[]>();
  for (const [id, rows] of Map.groupBy(over, (row) => row.message_id)) {
    result.set(
      id,
      rows.map((row) => row.account_id),
    );
  }
  return result;
}
