// Determines the accounts that a message to very many people concerns, only when it is time to mail them:
// nothing is stored for each account.

import { limits } from '../../api-contract/limits.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import {
  type NotificationTrigger,
  notificationTriggers,
} from '../../model/notifications/notification-rules.ts';
import { mailCandidates } from '../../queries/notifications/notification-candidates.ts';
import type { QueryContext } from '../../queries/requester.ts';
import type { OrganizationView } from '../../queries/state/organization-view.ts';
import type { MissedByManyRow } from '../../stores/missed-mail/missed-by-many-store.ts';
import { contentEditsAfter, newlyMentioned } from './edited-mentions.ts';

/**
 * When the accounts with the next longer batching period are due; undefined without any. It is late enough for
 * accounts that were active just before the message to count as away; those active since then have seen it.
 */
export function nextBatchingPeriod(
  { accounts }: Pick<OrganizationView, 'accounts'>,
  noticedAt: number,
  after = -1,
): Pick<MissedByManyRow, 'collecting_seconds' | 'due_at'> | undefined {
  let next = Number.POSITIVE_INFINITY;
  for (const { isActive, isBot, settings } of accounts.values()) {
    const seconds = settings.email_notifications_batching_period_seconds;
    if (isActive && !isBot && seconds > after && seconds < next) next = seconds;
  }
  if (next === Number.POSITIVE_INFINITY) return undefined;
  return { collecting_seconds: next, due_at: noticedAt + Math.max(next, limits.presenceSeconds + 1) };
}

/** Those of the given accounts whose batching period is over and who were not active since the message. */
export function dueAmong({ state }: QueryContext, row: MissedByManyRow, ids: readonly number[]): Set<number> {
  const isInTurn = (id: number) => {
    const account = state.account(id);
    if (account?.settings.email_notifications_batching_period_seconds !== row.collecting_seconds)
      return false;
    return (state.presence.get(id)?.activeAt ?? 0) <= row.noticed_at;
  };
  return new Set(ids.filter(isInTurn));
}

/** Why the message concerns each of the given accounts; accounts it does not concern are missing. */
export async function causesAmong(
  context: QueryContext,
  row: MissedByManyRow,
  head: MessageHead,
  people: ReadonlySet<number>,
): Promise<ReadonlyMap<number, NotificationTrigger>> {
  if (people.size === 0) return new Map();
  if (row.edit_sequence !== null) {
    const edits = await contentEditsAfter(context.reader, row.edit_sequence - 1, 1);
    const mentioned = await newlyMentioned(context, edits, people);
    return new Map(mentioned.map(({ account, cause }) => [account.id, cause]));
  }
  const concerned = await mailCandidates(context.reader, context.state, [head], people);
  return new Map(
    concerned.flatMap(({ account, facts }) => {
      const cause = notificationTriggers(facts).email;
      return cause === undefined ? [] : [[account.id, cause] as const];
    }),
  );
}
