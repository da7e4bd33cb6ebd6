// Finds which of an organization's people were recently active (within 14 days). For clients that request
// partial lists, subscriber lists of large channels contain only these and all bots.

import { sql } from 'kysely';
import { DAY, nowSeconds } from '../../api-contract/time.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { OrganizationView } from '../state/organization-view.ts';

const ACTIVE_SECONDS = 14 * DAY;

/** People checked by one statement. */
const PEOPLE_AT_ONCE = 1000;
/** How long the result is cached, in seconds. */
const CACHE_SECONDS = 60;

const recentlyActive = preparedRead<{
  organization: number;
  after: number;
  through: number;
  since: number;
}>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('id', '>', p.after)
    .where('id', '<=', p.through)
    .where((e) =>
      e.or([
        e('bot_type', 'is not', null),
        e('date_joined', '>=', p.since),
        e('last_login_at', '>=', p.since),
        e.exists(
          e
            .selectFrom('presence')
            .select(sql<number>`1`.as('one'))
            .whereRef('presence.account_id', '=', 'account.id')
            .where((f) =>
              f.or([f('presence.active_at', '>=', p.since), f('presence.idle_at', '>=', p.since)]),
            ),
        ),
        e.exists(
          e
            .selectFrom('event_queue')
            .select(sql<number>`1`.as('one'))
            .whereRef('event_queue.account_id', '=', 'account.id')
            .where('event_queue.last_seen_at', '>=', p.since),
        ),
        e(
          e
            .selectFrom('message')
            .select('message.sent_at')
            .whereRef('message.sender_id', '=', 'account.id')
            .orderBy('message.id', 'desc')
            .limit(1),
          '>=',
          p.since,
        ),
      ]),
    ),
);

export interface ActivePeople {
  /** The newest account that was checked. */
  readonly newestCheckedId: number;
  readonly ids: ReadonlySet<number>;
}

const cache = new WeakMap<object, { readonly at: number; readonly people: ActivePeople }>();

/** The bots and recently active people; the same object as long as they do not change. */
export async function recentlyActivePeople(reader: Reader, view: OrganizationView): Promise<ActivePeople> {
  const now = nowSeconds();
  const cached = cache.get(view.origin);
  if (cached && now - cached.at < CACHE_SECONDS) return cached.people;
  const activity = await readActivity(reader, view, now);
  const people = cached && isSame(cached.people, activity) ? cached.people : activity;
  cache.set(view.origin, { at: now, people });
  return people;
}

function isSame(one: ActivePeople, other: ActivePeople): boolean {
  return one.newestCheckedId === other.newestCheckedId && one.ids.symmetricDifference(other.ids).size === 0;
}

/** Whether an account counts as recently active; accounts created since the check do. */
export function isRecentlyActive({ newestCheckedId, ids }: ActivePeople, accountId: number): boolean {
  return accountId > newestCheckedId || ids.has(accountId);
}

async function readActivity(reader: Reader, view: OrganizationView, at: number): Promise<ActivePeople> {
  const yielder = new Yielder();
  const accountIds = [...view.accounts.keys()].sort((a, b) => a - b);
  const ids = new Set<number>();
  const organization = reader.organizationId;
  let after = 0;
  for (let from = 0; from < accountIds.length; from += PEOPLE_AT_ONCE) {
    const through = accountIds[Math.min(from + PEOPLE_AT_ONCE, accountIds.length) - 1] ?? after;
    const parameters = { organization, after, through, since: at - ACTIVE_SECONDS };
    for (const { id } of await recentlyActive.all(reader, parameters)) ids.add(id);
    after = through;
    await yielder.yieldIfDue();
  }
  return { newestCheckedId: after, ids };
}
