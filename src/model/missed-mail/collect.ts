// Finds whom new messages concern and notes it, for mail that goes out later. It runs after the messages are on disk:
// sending costs nothing for it, however many people a message reaches.

import { limits } from '../../contract/limits.ts';
import type { Reader } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import type { DeliveryPlace } from '../messages/delivery.ts';
import type { MessageHead } from '../messages/store.ts';
import { type Concerned, concernedByMail } from '../notifications/concerned.ts';
import { notificationTriggers } from '../notifications/rules.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { subscribersAfter } from '../subscriptions/store.ts';
import { contentEditsAfter, newlyMentioned } from './edited-mentions.ts';
import { type Missed, type MissedBatch, messagesSentAfter } from './store.ts';

/** What looking at a stretch of the log found. */
export interface Found {
  /** Whom it concerns, in bounded parts; none where it concerns nobody. */
  readonly batches: AsyncIterable<MissedBatch>;
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

/**
 * Looks at what was sent and edited after a place in the log; what is older than `oldest` (seconds) concerns nobody.
 * A message that concerns very many people is a stretch of its own.
 */
export async function findMissed(place: DeliveryPlace, after: number, oldest: number): Promise<Found> {
  const { state, reader } = place;
  const limit = limits.missedMessagesPerLook;
  const heads = await messagesSentAfter(reader, after, limit);
  const edits = await contentEditsAfter(reader, after, limit);
  const wide = heads.find((head) => head.sent_at >= oldest && isWide(state, head));
  const isNext = wide && ![heads[0], edits[0]].some((first) => first && first.sequence < wide.sequence);
  if (wide && isNext) {
    return { batches: batchesOfWide(place, wide), until: wide.sequence, count: 1, isEnd: false };
  }
  const cut = [heads, edits].filter((list) => list.length === limit).map(lastSequence);
  if (wide) cut.push(wide.sequence - 1);
  const until = cut.length > 0 ? Math.min(...cut) : Math.max(after, lastSequence(heads), lastSequence(edits));
  const sent = heads.filter((head) => head.sequence <= until && head.sent_at >= oldest);
  const fresh = new Set(sent.map((head) => head.id));
  // What was sent in the same stretch is looked at as it stands.
  const changed = edits.filter(
    (edit) => edit.sequence <= until && edit.edited_at >= oldest && !fresh.has(edit.message_id),
  );
  const missed = missedAmong(await concernedByMail(reader, state, sent));
  const mentioned = (await newlyMentioned(place, changed)).map(({ account, messageId, cause, edit }) =>
    missedBy(account, messageId, cause, edit.sequence, edit.edited_at),
  );
  return {
    batches: batchesOf([...missed, ...mentioned], until),
    until,
    count: sent.length + changed.length,
    isEnd: cut.length === 0,
  };
}

/** Whether a message may concern more people than are looked at together. */
function isWide({ channels }: OrganizationState, { mentions_channel, channel_id }: MessageHead): boolean {
  const subscribers = channels.get(channel_id ?? 0)?.subscriberCount ?? 0;
  return mentions_channel === 1 && subscribers > limits.missedPeoplePerBatch;
}

/** One message, its channel's subscribers looked at in the order of their ids. */
async function* batchesOfWide(
  { state, reader }: DeliveryPlace,
  head: MessageHead,
): AsyncGenerator<MissedBatch> {
  const size = limits.missedPeoplePerBatch;
  for (let after = 0; ; ) {
    const ids = await subscribersAfter(reader, head.channel_id ?? 0, after, size);
    const last = ids.at(-1);
    const missed = missedAmong(await concernedByMail(reader, state, [head], new Set(ids)));
    const isLast = ids.length < size || last === undefined;
    yield {
      missed,
      place: isLast ? placeAfter(head.sequence) : { sequence: head.sequence - 1, accountId: last },
    };
    if (isLast) return;
    after = last;
  }
}

/** The same for what was found already. */
async function* batchesOf(found: Missed[], until: number): AsyncGenerator<MissedBatch> {
  const size = limits.missedPeoplePerBatch;
  found.sort((a, b) => a.sequence - b.sequence || a.accountId - b.accountId);
  for (let start = 0; start < found.length; start += size) {
    const missed = found.slice(start, start + size);
    const last = missed.at(-1);
    const isLast = !last || start + size >= found.length;
    yield {
      missed,
      place: isLast ? placeAfter(until) : { sequence: last.sequence - 1, accountId: last.accountId },
    };
  }
}

const placeAfter = (sequence: number) => ({ sequence, accountId: 0 });

function missedAmong(concerned: readonly Concerned[]): Missed[] {
  return concerned
    .flatMap(({ account, message, facts }) => {
      const cause = notificationTriggers(facts).email;
      if (cause === undefined) return [];
      return [missedBy(account, message.id, cause, message.sequence, message.sent_at)];
    })
    .sort((a, b) => a.sequence - b.sequence || a.accountId - b.accountId);
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
