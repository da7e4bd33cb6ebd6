// Whom a message that very many may have missed concerns, found out when it is time to tell them, and not before: nothing
// is kept of each of them.

import { limits } from '../../api-contract/limits.ts';
import type { MessageHead } from '../../model/messages/row.ts';
import {
  type NotificationTrigger,
  notificationTriggers,
} from '../../model/notifications/notification-rules.ts';
import type { Place } from '../../queries/asker.ts';
import { mailCandidates } from '../../queries/notifications/notification-candidates.ts';
import type { OrganizationView } from '../../queries/state/organization-view.ts';
import type { MissedByManyRow } from '../../stores/missed-mail/wide-message-store.ts';
import { contentEditsAfter, newlyMentioned } from './edited-mentions.ts';

/**
 * When it is the turn of those with the next longer collecting time; undefined when nobody has one. It is not before
 * whoever was there a moment before the message counts as away: whoever was there since then has seen it.
 */
export function nextCollecting(
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

/** Of some people those whose turn it is, who were not there since the message. */
export function inTurn({ state }: Place, row: MissedByManyRow, ids: readonly number[]): Set<number> {
  const isInTurn = (id: number) => {
    const account = state.account(id);
    if (!account?.isActive || account.isBot) return false;
    if (account.settings.email_notifications_batching_period_seconds !== row.collecting_seconds) return false;
    return (state.presence.get(id)?.activeAt ?? 0) <= row.noticed_at;
  };
  return new Set(ids.filter(isInTurn));
}

/** Why the message is to be told to each of some people; those whom it does not concern are missing. */
export async function causesAmong(
  place: Place,
  row: MissedByManyRow,
  head: MessageHead,
  people: ReadonlySet<number>,
): Promise<ReadonlyMap<number, NotificationTrigger>> {
  if (people.size === 0) return new Map();
  if (row.edit_sequence !== null) {
    const edits = await contentEditsAfter(place.reader, row.edit_sequence - 1, 1);
    const mentioned = await newlyMentioned(place, edits, people);
    return new Map(mentioned.map(({ account, cause }) => [account.id, cause]));
  }
  const concerned = await mailCandidates(place.reader, place.state, [head], people);
  return new Map(
    concerned.flatMap(({ account, facts }) => {
      const cause = notificationTriggers(facts).email;
      return cause === undefined ? [] : [[account.id, cause] as const];
    }),
  );
}
