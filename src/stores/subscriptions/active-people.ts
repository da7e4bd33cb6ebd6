// Lists of subscribers for clients that keep them: whole ones, and for large channels those of the people who
// matter most, all bots and everybody who was active in the last two weeks.

import { sql } from 'kysely';
import { Pace } from '../../contract/pace.ts';
import { DAY, nowSeconds } from '../../contract/time.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { idsFrom } from '../../model/id-column.ts';
import type { OrganizationView } from '../../model/organization-view.ts';
import { gatheredIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';

/** Channels with fewer subscribers always get their whole list. */
const WHOLE_LIST_BELOW = 250;

const ACTIVE_SECONDS = 14 * DAY;

/** Subscriptions that are read by one statement: other requests have their turns between two. */
const SUBSCRIPTIONS_AT_ONCE = 20_000;
/** People of whom one statement finds out whether they were active lately. */
const PEOPLE_AT_ONCE = 2000;
/** For so long what was found out of them is taken to hold. */
const KNOWN_SECONDS = 60;

const all = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select((e) => ['channel_id', gatheredIds(engine, e.ref('account_id')).as('ids')])
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('is_active', '=', 1)
    .groupBy('channel_id'),
);
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

type SubscriberLists = ReadonlyMap<number, readonly number[]>;
type CountedChannel = Pick<Channel, 'id' | 'subscriberCount'>;

/** Channels in parts that one statement reads the subscriptions of. */
function inParts(channels: readonly CountedChannel[]): number[][] {
  const parts: number[][] = [];
  let room = 0;
  for (const { id, subscriberCount } of channels) {
    room -= subscriberCount + 1;
    if (room < 0) {
      parts.push([]);
      room += SUBSCRIPTIONS_AT_ONCE;
    }
    parts.at(-1)?.push(id);
  }
  return parts;
}

/** The active accounts that are subscribed to each of some channels, ascending, as far as they are wanted. */
async function subscribers(
  reader: Reader,
  view: OrganizationView,
  channels: readonly CountedChannel[],
  isWanted: (accountId: number) => boolean = () => true,
): Promise<SubscriberLists> {
  const pace = new Pace();
  const lists = new Map<number, readonly number[]>();
  for (const part of inParts(channels)) {
    for (const { channel_id, ids } of await all.all(reader, { channels: JSON.stringify(part) })) {
      const active = idsFrom(ids).filter((id) => view.account(id)?.isActive && isWanted(id));
      lists.set(
        channel_id,
        active.sort((a, b) => a - b),
      );
    }
    await pace.step();
  }
  return lists;
}

/** Everybody who is subscribed to a channel. */
export async function allSubscribers(
  reader: Reader,
  view: OrganizationView,
  channel: CountedChannel,
): Promise<readonly number[]> {
  return (await subscribers(reader, view, [channel])).get(channel.id) ?? [];
}

interface LatelyActive {
  readonly at: number;
  readonly newestId: number;
  readonly ids: ReadonlySet<number>;
}

const latelyActive = new WeakMap<object, LatelyActive>();

/** Whether somebody is a bot or was active lately; who came a moment ago counts as active. */
async function activity(reader: Reader, view: OrganizationView): Promise<(accountId: number) => boolean> {
  const now = nowSeconds();
  const present = latelyActive.get(view.origin);
  const known = present && now - present.at < KNOWN_SECONDS ? present : await readActivity(reader, view, now);
  latelyActive.set(view.origin, known);
  return (id) => id > known.newestId || known.ids.has(id);
}

async function readActivity(reader: Reader, view: OrganizationView, at: number): Promise<LatelyActive> {
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
  return { at, newestId: after, ids };
}

export interface ListedSubscribers {
  readonly subscribers?: readonly number[];
  readonly partial_subscribers?: readonly number[];
}

/** The fields with which channels say who is subscribed, as far as a client wants to know. */
export async function subscriberFields(
  reader: Reader,
  view: OrganizationView,
  channels: readonly CountedChannel[],
  include: 'true' | 'false' | 'partial',
): Promise<(channelId: number) => ListedSubscribers> {
  if (include === 'false') return () => ({});
  const isWhole = ({ subscriberCount }: CountedChannel) =>
    include === 'true' || subscriberCount < WHOLE_LIST_BELOW;
  const others = channels.filter((channel) => !isWhole(channel));
  const lists = await subscribers(reader, view, channels.filter(isWhole));
  const isActive = others.length > 0 ? await activity(reader, view) : undefined;
  const partial = await subscribers(reader, view, others, isActive);
  const isPartial = new Set(others.map(({ id }) => id));
  return (id) =>
    isPartial.has(id) ? { partial_subscribers: partial.get(id) ?? [] } : { subscribers: lists.get(id) ?? [] };
}
