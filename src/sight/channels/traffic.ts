// How many messages a channel gets in a week, on average over the last 28 whole days. Counted once a day for all
// channels, from the index of messages by channel, and kept in memory until the day is over.

import { DAY, nowSeconds } from '../../contract/time.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import { newestMessageId } from '../../stores/conversations/newest-id.ts';
import type { OrganizationView } from '../state/organization-view.ts';

const COUNTED_DAYS = 28;
const DAYS_OF_WEEK = 7;

/** The messages of the counted days, by channel. */
export interface Traffic {
  /** Days since 1970, the day that is not counted any more. */
  readonly day: number;
  readonly messages: ReadonlyMap<number, number>;
}

const kept = new WeakMap<object, Traffic>();

const sentAtOf = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db
    .selectFrom('message')
    .select(['id', 'sent_at'])
    .where('id', '>=', p.id)
    .where('organization_id', '=', p.organization)
    .orderBy('id')
    .limit(1),
);
const counts = preparedRead<{ organization: number; from: number; to: number }>()((db, p) =>
  db
    .selectFrom('channel')
    .select((e) => [
      'channel.id',
      e
        .selectFrom('message')
        .select((m) => m.fn.countAll<number>().as('messages'))
        .whereRef('message.channel_id', '=', 'channel.id')
        .where('message.id', '>=', p.from)
        .where('message.id', '<', p.to)
        .as('messages'),
    ])
    .where('channel.organization_id', '=', p.organization),
);

/** The lowest message id sent at a time or later: ids rise with time. */
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
  const present = kept.get(state.origin);
  if (present?.day === day) return present;
  const highest = await newestMessageId(reader);
  const from = await firstIdSince(reader, (day - COUNTED_DAYS) * DAY, highest);
  const to = await firstIdSince(reader, day * DAY, highest);
  const rows = await counts.all(reader, { organization: reader.organizationId, from, to });
  const made = { day, messages: new Map(rows.map((row) => [row.id, Number(row.messages)])) };
  kept.set(state.origin, made);
  return made;
}

/** The same without waiting; undefined before anybody asked for it. */
export function weeklyTrafficInMemory(state: OrganizationView): Traffic | undefined {
  return kept.get(state.origin);
}

function toTwoDigits(value: number): number {
  if (value < 100) return value;
  const step = 10 ** (String(value).length - 2);
  return Math.round(value / step) * step;
}

/** A channel's average messages in a week, in two digits; null when it is younger than a week. */
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
