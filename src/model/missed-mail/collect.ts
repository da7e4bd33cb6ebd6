// Finds whom new messages concern and notes it, for mail that goes out later. It runs after the messages are on disk:
// sending costs nothing for it, however many people a message reaches.

import { limits } from '../../contract/limits.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import type { DeliveryPlace } from '../messages/delivery.ts';
import { concernedByMail } from '../notifications/concerned.ts';
import { notificationTriggers } from '../notifications/rules.ts';
import { contentEditsAfter, newlyMentioned } from './edited-mentions.ts';
import { type Missed, messagesSentAfter } from './store.ts';

/** What looking at a stretch of the log found. */
export interface Found {
  readonly missed: readonly Missed[];
  /** Up to where it looked. */
  readonly until: number;
  /** How many messages and edits it looked at. */
  readonly count: number;
  readonly isEnd: boolean;
}

/** Whether anything was sent or edited after a place in the log. */
export async function hasNewsAfter(reader: Reader, after: number): Promise<boolean> {
  if ((await messagesSentAfter(reader, after, 1)).length > 0) return true;
  return (await contentEditsAfter(reader, after, 1)).length > 0;
}

/** Looks at what was sent and edited after a place in the log; what is older than `oldest` (seconds) concerns nobody. */
export async function findMissed(place: DeliveryPlace, after: number, oldest: number): Promise<Found> {
  const { state, reader } = place;
  const limit = limits.missedMessagesPerLook;
  const heads = await messagesSentAfter(reader, after, limit);
  const edits = await contentEditsAfter(reader, after, limit);
  const cut = [heads, edits].filter((list) => list.length === limit).map(lastSequence);
  const until = cut.length > 0 ? Math.min(...cut) : Math.max(after, lastSequence(heads), lastSequence(edits));
  const sent = heads.filter((head) => head.sequence <= until && head.sent_at >= oldest);
  const fresh = new Set(sent.map((head) => head.id));
  // What was sent in the same stretch is looked at as it stands.
  const changed = edits.filter(
    (edit) => edit.sequence <= until && edit.edited_at >= oldest && !fresh.has(edit.message_id),
  );
  const missed = (await concernedByMail(reader, state, sent)).flatMap(({ account, message, facts }) => {
    const cause = notificationTriggers(facts).email;
    if (cause === undefined) return [];
    return [missedBy(account, message.id, cause, message.sequence, message.sent_at)];
  });
  const mentioned = (await newlyMentioned(place, changed)).map(({ account, messageId, cause, edit }) =>
    missedBy(account, messageId, cause, edit.sequence, edit.edited_at),
  );
  return {
    missed: [...missed, ...mentioned],
    until,
    count: sent.length + changed.length,
    isEnd: cut.length === 0,
  };
}

function lastSequence(list: readonly { readonly sequence: number }[]): number {
  return list.at(-1)?.sequence ?? 0;
}

function missedBy(
  account: Account,
  messageId: number,
  cause: Missed['cause'],
  sequence: number,
  noticedAt: number,
): Missed {
  const dueAt = noticedAt + account.settings.email_notifications_batching_period_seconds;
  return { accountId: account.id, messageId, sequence, cause, noticedAt, dueAt };
}
