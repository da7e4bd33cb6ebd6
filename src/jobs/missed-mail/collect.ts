// Finds the accounts that new messages concern and records them for mails to be sent later. It runs after the
// messages are stored, so sending does not pay for it, however many accounts a message reaches.

import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { notificationTriggers } from '../../model/notifications/notification-rules.ts';
import {
  mailCandidates,
  type NotificationCandidate,
} from '../../queries/notifications/notification-candidates.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import {
  FOR_MANY,
  type MissedBatch,
  type MissedByMany,
  type MissedMessage,
  messagesSentAfter,
} from '../../stores/missed-mail/missed-mail-store.ts';
import { contentEditsAfter, newlyMentioned } from './edited-mentions.ts';
import { nextBatchingPeriod } from './wide-recipients.ts';

/** The result of scanning a range of the log. */
export interface MissedScan {
  /** The accounts concerned, in bounded parts; empty if there are none. */
  readonly batches: AsyncIterable<MissedBatch>;
  /** The log position scanned up to. */
  readonly until: number;
  /** The number of messages and edits scanned. */
  readonly count: number;
  readonly isEnd: boolean;
}

/** Whether anything was sent or edited after a log position. */
export async function hasNewsAfter(reader: Reader, after: number): Promise<boolean> {
  if ((await messagesSentAfter(reader, after, 1)).length > 0) return true;
  return (await contentEditsAfter(reader, after, 1)).length > 0;
}

/** Scans messages that were sent or edited after a log position; anything older than `oldest` (seconds) is skipped. */
export async function findMissed(context: QueryContext, after: number, oldest: number): Promise<MissedScan> {
  const { state, reader } = context;
  const limit = limits.missedMessagesPerBatch;
  const heads = await messagesSentAfter(reader, after, limit);
  const edits = await contentEditsAfter(reader, after, limit);
  const cut = [heads, edits].filter((list) => list.length === limit).map(lastSequence);
  const until = cut.length > 0 ? Math.min(...cut) : Math.max(after, lastSequence(heads), lastSequence(edits));
  const recentHeads = heads.filter((head) => head.sequence <= until && head.sent_at >= oldest);
  const sentIds = new Set(recentHeads.map((head) => head.id));
  // Edits of messages sent in the same range are covered by the messages.
  const changed = edits.filter(
    (edit) => edit.sequence <= until && edit.edited_at >= oldest && !sentIds.has(edit.message_id),
  );
  const wideHeads = recentHeads.filter((head) => isWide(state, head));
  const others = recentHeads.filter((head) => !isWide(state, head));
  const missedRows = missedAmong(await mailCandidates(reader, state, others));
  const mentioned = (await newlyMentioned(context, changed)).map(({ account, messageId, cause, edit }) =>
    missedBy(account, cause, { messageId, sequence: edit.sequence, noticedAt: edit.edited_at }),
  );
  const found = [
    ...wideHeads.map(({ id, sequence, sent_at }) => ({ messageId: id, sequence, noticedAt: sent_at })),
    ...wideAmong(missedRows),
    ...wideAmong(mentioned).map((mention) => ({ ...mention, editSequence: mention.sequence })),
  ];
  const byMany = found.flatMap((head) => byManyOf(context, head) ?? []);
  const recordedForMany = new Set(byMany.map(({ sequence }) => sequence));
  const byOne = [...missedRows, ...mentioned].filter(({ sequence }) => !recordedForMany.has(sequence));
  return {
    batches: batchesOf(byOne, byMany, until),
    until,
    count: recentHeads.length + changed.length,
    isEnd: cut.length === 0,
  };
}

/** Whether a message concerns so many accounts that they are determined later. */
function isWide({ channels }: OrganizationState, { mentions_channel, channel_id }: MessageHead): boolean {
  const subscribers = channels.get(channel_id ?? 0)?.subscriberCount ?? 0;
  return mentions_channel === 1 && subscribers > limits.missedPeoplePerBatch;
}

/** A record for all accounts that a message concerns. */
interface WideMessage {
  readonly messageId: number;
  readonly sequence: number;
  readonly noticedAt: number;
  readonly editSequence?: number;
}

/**
 * The messages that more people missed than one batch can record: those that mention a large group, or in a
 * channel with mail notifications for very many.
 */
function wideAmong(missed: readonly MissedMessage[]): WideMessage[] {
  return [...Map.groupBy(missed, ({ sequence }) => sequence).values()].flatMap((people) => {
    const [first] = people;
    return first && people.length > limits.missedPeoplePerBatch ? [first] : [];
  });
}

function byManyOf({ reader, state }: QueryContext, wide: WideMessage): MissedByMany | undefined {
  const { messageId, sequence, noticedAt, editSequence = null } = wide;
  const next = nextBatchingPeriod(state, noticedAt);
  if (!next) return undefined;
  const row = {
    organization_id: reader.organizationId,
    message_id: messageId,
    edit_sequence: editSequence,
    noticed_at: noticedAt,
    after_account_id: 0,
    ...next,
  };
  return { sequence, row };
}

/** The records, in log order, in parts of one unit of work each. */
async function* batchesOf(
  byOne: readonly MissedMessage[],
  byMany: readonly MissedByMany[],
  until: number,
): AsyncGenerator<MissedBatch> {
  const size = limits.missedPeoplePerBatch;
  const found = [
    ...byOne.map((missed) => ({ missed, many: undefined, at: missed })),
    ...byMany.map((many) => ({
      missed: undefined,
      many,
      at: { sequence: many.sequence, accountId: FOR_MANY },
    })),
  ].sort((a, b) => a.at.sequence - b.at.sequence || a.at.accountId - b.at.accountId);
  for (let start = 0; start < found.length; start += size) {
    const part = found.slice(start, start + size);
    const last = part.at(-1)?.at;
    const isLast = !last || start + size >= found.length;
    yield {
      missed: part.flatMap(({ missed }) => missed ?? []),
      byMany: part.flatMap(({ many }) => many ?? []),
      cursor: isLast
        ? { sequence: until, accountId: 0 }
        : { sequence: last.sequence - 1, accountId: last.accountId },
    };
  }
}

function missedAmong(concerned: readonly NotificationCandidate[]): MissedMessage[] {
  return concerned.flatMap(({ account, message, facts }) => {
    const cause = notificationTriggers(facts).email;
    if (cause === undefined) return [];
    const { id: messageId, sequence, sent_at: noticedAt } = message;
    return [missedBy(account, cause, { messageId, sequence, noticedAt })];
  });
}

function lastSequence(list: readonly { readonly sequence: number }[]): number {
  return list.at(-1)?.sequence ?? 0;
}

function missedBy(
  account: Account,
  cause: MissedMessage['cause'],
  message: Pick<MissedMessage, 'messageId' | 'sequence' | 'noticedAt'>,
): MissedMessage {
  const dueAt = message.noticedAt + account.settings.email_notifications_batching_period_seconds;
  return { accountId: account.id, cause, dueAt, ...message };
}
