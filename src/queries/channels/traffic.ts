// The average number of messages a channel gets in a week, over the last 28 whole days. Counted once a day
// for all channels, from the index of messages by channel and in short turns, and cached until the day is
// over.

import { sql } from 'kysely';
import { DAY, nowSeconds } from '../../api-contract/time.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { blocksOf } from '../../storage/blocks.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import type { OrganizationView } from '../state/organization-view.ts';

const COUNTED_DAYS = 28;
const DAYS_OF_WEEK = 7;
/** Channels counted by one statement. */
const CHANNELS_AT_ONCE = 50;

/** The messages of the counted days, by channel. */
export interface Traffic {
  /** Days since 1970; the first day that is not counted. */
  readonly day: number;
  readonly messages: ReadonlyMap<number, number>;
}

const cache = new WeakMap<object, Traffic>();

const sentAtOf = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('id', '>=', p.id)
    .where('organization_id', '=', p.organization)
    .orderBy('id')
    .limit(1),
);
/**
 * The maximum number of a channel's messages that a statement for several channels counts; larger channels get
 * statements of their own.
 */
const COUNTED_AMONG_OTHERS = 2000;
/** The number of message ids that a statement for one channel covers. */
const IDS_AT_ONCE = 100_000;

const counts = preparedRead<{ channels: string; from: number; to: number }>()((db, p, engine) => {
  // On PostgreSQL a long statement blocks no one else.
  const limit = engine === 'sqlite' ? sql`limit ${sql.lit(COUNTED_AMONG_OTHERS)}` : sql``;
  return db
    .selectFrom('channel')
    .select([
      'channel.id',
      sql<number>`(select count(*) from (select 1 from message where message.channel_id = channel.id
          and message.id >= ${p.from} and message.id < ${p.to} ${limit}) as counted)`.as('messages'),
    ])
    .where('channel.id', 'in', idsOf(engine, p.channels));
});
const countOfOne = preparedRead<{ channel: number; from: number; to: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select((e) => e.fn.countAll<number>().as('messages'))
    .where('channel_id', '=', p.channel)
    .where('id', '>=', p.from)
    .where('id', '<', p.to),
);

/** The number of a channel's messages in a range of ids. */
async function countedIn(reader: Reader, channel: number, from: number, to: number): Promise<number> {
  const yielder = new Yielder();
  let countedMessages = 0;
  for (let next = from; next < to; next += IDS_AT_ONCE) {
    const end = Math.min(next + IDS_AT_ONCE, to);
    countedMessages += Number((await countOfOne.first(reader, { channel, from: next, to: end }))?.messages);
    await yielder.yieldIfDue();
  }
  return countedMessages;
}

/** The lowest id of messages sent at or after a time; ids rise with time. */
async function firstIdSince(reader: Reader, time: number, highest: number): Promise<number> {
  let low = 1;
  let high = highest + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = await sentAtOf.first(reader, { organization: reader.organizationId, id: middle });
    if (!row || row.sent_at >= time) high = middle;
    else low = row.id + 1;
  }
  return low;
}

/** The traffic of all channels as of today. */
export async function weeklyTraffic(state: OrganizationView, reader: Reader): Promise<Traffic> {
  const day = Math.floor(nowSeconds() / DAY);
  const cached = cache.get(state.origin);
  if (cached?.day === day) return cached;
  const highest = await newestMessageId(reader);
  const from = await firstIdSince(reader, (day - COUNTED_DAYS) * DAY, highest);
  const to = await firstIdSince(reader, day * DAY, highest);
  const messages = new Map<number, number>();
  for await (const block of blocksOf([...state.channels.keys()], CHANNELS_AT_ONCE)) {
    const channels = JSON.stringify(block);
    const rows = await counts.all(reader, { channels, from, to });
    for (const { id, messages: count } of rows) {
      const isAll = Number(count) !== COUNTED_AMONG_OTHERS;
      messages.set(id, isAll ? Number(count) : await countedIn(reader, id, from, to));
    }
  }
  const traffic = { day, messages };
  cache.set(state.origin, traffic);
  return traffic;
}

/** The traffic as last counted; undefined before the first count. */
export function weeklyTrafficInMemory(state: OrganizationView): Traffic | undefined {
  return cache.get(state.origin);
}

function toTwoDigits(value: number): number {
  if (value < 100) return value;
  const step = 10 ** (String(value).length - 2);
  return Math.round(value / step) * step;
}

/**
 * A channel's average messages in a week, with two significant digits; null for a channel younger than a
 * week.
 */
export function weeklyAverage(
  channel: Pick<Channel, 'id' | 'createdAt'>,
  traffic: Traffic | undefined,
): number | null {
  if (!traffic) return null;
  const age = traffic.day - Math.floor(channel.createdAt / DAY);
  if (age < DAYS_OF_WEEK) return null;
  const messages = traffic.messages.get(channel.id) ?? 0;
  const average = Math.floor((messages * DAYS_OF_WEEK) / Math.min(age, COUNTED_DAYS));
  return toTwoDigits(average === 0 && messages > 0 ? 1 : average);
}
