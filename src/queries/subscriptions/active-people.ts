// Who of an organization's people was active lately: of large channels only these, and all bots, are listed for clients that
// ask for parts of the lists.

import { sql } from 'kysely';
import { DAY, nowSeconds } from '../../api-contract/time.ts';
import { Pace } from '../../api-contract/yielding.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import type { OrganizationView } from '../state/organization-view.ts';

const ACTIVE_SECONDS = 14 * DAY;

/** People of whom one statement finds out whether they were active lately. */
const PEOPLE_AT_ONCE = 1000;
/** For so long what was found out of them is taken to hold. */
const KNOWN_SECONDS = 60;

const lately = preparedRead<{ organization: number; after: number; through: number; since: number }>()(
  (db, p) =>
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
  /** Of those who were looked at. */
  readonly newestId: number;
  readonly ids: ReadonlySet<number>;
}

const known = new WeakMap<object, { readonly at: number; readonly people: ActivePeople }>();

/** Who is a bot or was active lately; the same object for as long as they are the same. */
export async function peopleActiveLately(reader: Reader, view: OrganizationView): Promise<ActivePeople> {
  const now = nowSeconds();
  const present = known.get(view.origin);
  if (present && now - present.at < KNOWN_SECONDS) return present.people;
  const read = await readActivity(reader, view, now);
  const people = present && isSame(present.people, read) ? present.people : read;
  known.set(view.origin, { at: now, people });
  return people;
}

function isSame(one: ActivePeople, other: ActivePeople): boolean {
  return one.newestId === other.newestId && one.ids.symmetricDifference(other.ids).size === 0;
}

/** Whether somebody counts as active; who came a moment ago does. */
export function isActiveLately({ newestId, ids }: ActivePeople, accountId: number): boolean {
  return accountId > newestId || ids.has(accountId);
}

async function readActivity(reader: Reader, view: OrganizationView, at: number): Promise<ActivePeople> {
  const pace = new Pace();
  const everybody = [...view.accounts.keys()].sort((a, b) => a - b);
  const ids = new Set<number>();
  const organization = reader.organizationId;
  let after = 0;
  for (let from = 0; from < everybody.length; from += PEOPLE_AT_ONCE) {
    const through = everybody[Math.min(from + PEOPLE_AT_ONCE, everybody.length) - 1] ?? after;
    const slots = { organization, after, through, since: at - ACTIVE_SECONDS };
    for (const { id } of await lately.all(reader, slots)) ids.add(id);
    after = through;
    await pace.step();
  }
  return { newestId: after, ids };
}
