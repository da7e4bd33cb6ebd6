// Subscriber lists for clients that use them: whole ones, and for large channels those of recently active
// people. They are cached as JSON shared by all viewers, each for as long as its channel in memory is the
// same object: every change of its subscribers, including deactivations, changes the channel's row. Lists
// that are not cached are read in short turns.

import { limits } from '../../api-contract/limits.ts';
import { Yielder } from '../../api-contract/yielding.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { parseIds } from '../../model/id-column.ts';
import { aggregatedIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { LruMap } from '../state/lru-map.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { type ActivePeople, isRecentlyActive, recentlyActivePeople } from './active-people.ts';

/** Channels with fewer subscribers always get their whole list. */
const WHOLE_LIST_BELOW = 250;
/** Subscriptions read by one statement; other requests run between two of them. */
const SUBSCRIPTIONS_AT_ONCE = 10_000;
/** The memory of a list besides its text. */
const LIST_OVERHEAD = 200;

const ofChannels = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select((e) => ['channel_id', aggregatedIds(engine, e.ref('account_id')).as('ids')])
    .where('channel_id', 'in', idsOf(engine, p.channels))
    .where('is_active', '=', 1)
    .groupBy('channel_id'),
);
const partOfOne = preparedRead<{ channel: number; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('subscription')
    .select('account_id')
    .where('channel_id', '=', p.channel)
    .where('account_id', '>', p.after)
    .where('is_active', '=', 1)
    .orderBy('account_id')
    .limit(p.limit),
);

/** A list as a JSON field, and the partial one for clients that request partial lists. */
interface CachedList {
  readonly channel: Channel;
  readonly fullField: Buffer;
  readonly part?: { readonly active: ActivePeople; readonly field: Buffer };
}

function fieldOf(name: 'subscribers' | 'partial_subscribers', ids: readonly number[]): Buffer {
  return Buffer.from(`"${name}":${JSON.stringify(ids)}`);
}

const NO_SUBSCRIBERS = fieldOf('subscribers', []);

type CachedLists = LruMap<number, CachedList>;

const caches = new WeakMap<object, CachedLists>();

function cachedLists({ origin }: OrganizationView): CachedLists {
  const existing = caches.get(origin);
  if (existing) return existing;
  const list: CachedLists = new LruMap(limits.preparedSubscriberBytes, {
    weightOf: ({ fullField, part }) => fullField.length + (part?.field.length ?? 0) + LIST_OVERHEAD,
  });
  caches.set(origin, list);
  return list;
}

/**
 * Splits channels into parts whose subscriptions one statement reads; each very large one is a part of its
 * own.
 */
function inParts(channels: readonly Channel[]): Channel[][] {
  const parts: Channel[][] = [];
  let remaining = 0;
  for (const channel of channels) {
    remaining -= channel.subscriberCount + 1;
    if (remaining < 0) {
      parts.push([]);
      remaining = SUBSCRIPTIONS_AT_ONCE - channel.subscriberCount - 1;
    }
    parts.at(-1)?.push(channel);
  }
  return parts;
}

/** All subscribers of a channel, active or not. */
async function subscribersOf(reader: Reader, channel: Channel, yielder: Yielder): Promise<number[]> {
  const found: number[] = [];
  // On PostgreSQL a long statement blocks no one else.
  const limit = reader.engine === 'sqlite' ? SUBSCRIPTIONS_AT_ONCE : SUBSCRIPTIONS_AT_ONCE * 10;
  for (let after = 0; ; after = found.at(-1) ?? 0) {
    const rows = await partOfOne.all(reader, { channel: channel.id, after, limit });
    for (const { account_id } of rows) found.push(account_id);
    if (rows.length < limit) return found;
    await yielder.yieldIfDue();
  }
}

async function subscribersByChannel(
  reader: Reader,
  channels: readonly Channel[],
  yielder: Yielder,
): Promise<ReadonlyMap<number, number[]>> {
  const [only] = channels;
  if (only && channels.length === 1) {
    return new Map([[only.id, await subscribersOf(reader, only, yielder)]]);
  }
  const rows = await ofChannels.all(reader, { channels: JSON.stringify(channels.map(({ id }) => id)) });
  return new Map(rows.map(({ channel_id, ids }) => [channel_id, parseIds(ids)]));
}

/** Reads the active subscribers of the given channels, ascending, and passes each list on as a field. */
async function readLists(
  {
    reader,
    view,
    yielder,
  }: { readonly reader: Reader; readonly view: OrganizationView; readonly yielder: Yielder },
  channels: readonly Channel[],
  onList: (channel: Channel, fullField: Buffer) => void,
): Promise<void> {
  for (const part of inParts(channels)) {
    const byChannel = await subscribersByChannel(reader, part, yielder);
    for (const channel of part) {
      const ids = (byChannel.get(channel.id) ?? []).filter((id) => view.account(id)?.isActive);
      onList(
        channel,
        fieldOf(
          'subscribers',
          ids.sort((a, b) => a - b),
        ),
      );
      await yielder.yieldIfDue();
    }
  }
}

/** All subscribers of a channel, as the JSON field `subscribers`. */
export async function subscribersField(
  reader: Reader,
  view: OrganizationView,
  channel: Channel,
): Promise<Buffer> {
  let field = NO_SUBSCRIBERS;
  await readLists({ reader, view, yielder: new Yielder() }, [channel], (_, fullField) => {
    field = fullField;
  });
  return field;
}

/** The lists that a client wants. */
export interface SubscriberListOptions {
  readonly includeSubscribers: 'true' | 'false' | 'partial';
  /** Whether reads reflect the view's log position, so that they may be cached with the state in memory. */
  readonly isAtPosition: boolean;
}

/** The JSON fields with the subscribers of each channel, as far as a client wants them. */
export async function subscriberFields(
  reader: Reader,
  view: OrganizationView,
  channels: readonly Channel[],
  { includeSubscribers, isAtPosition }: SubscriberListOptions,
): Promise<(channelId: number) => readonly Buffer[]> {
  if (includeSubscribers === 'false') return () => [];
  const cache = cachedLists(view);
  const yielder = new Yielder();
  const lists = new Map<number, CachedList>();
  const missing: Channel[] = [];
  for (const channel of channels) {
    const cached = cache.get(channel.id);
    if (cached?.channel === channel) lists.set(channel.id, cached);
    else missing.push(channel);
  }
  await readLists({ reader, view, yielder }, missing, (channel, fullField) => {
    const list = { channel, fullField };
    lists.set(channel.id, list);
    if (isAtPosition) cache.set(channel.id, list);
  });
  const isWhole = ({ subscriberCount }: Channel) =>
    includeSubscribers === 'true' || subscriberCount < WHOLE_LIST_BELOW;
  const large = channels.filter((channel) => !isWhole(channel));
  const active = large.length > 0 ? await recentlyActivePeople(reader, view) : undefined;
  const parts = new Map<number, Buffer>();
  for (const channel of large) {
    const list = lists.get(channel.id);
    if (!list || !active) continue;
    if (list.part?.active === active) {
      parts.set(channel.id, list.part.field);
      continue;
    }
    const field = partOf(list, active);
    parts.set(channel.id, field);
    if (cache.peek(channel.id) === list) cache.set(channel.id, { ...list, part: { active, field } });
    await yielder.yieldIfDue();
  }
  return (id) => [parts.get(id) ?? lists.get(id)?.fullField ?? NO_SUBSCRIBERS];
}

function partOf({ fullField }: CachedList, active: ActivePeople): Buffer {
  const ids = parseIds(fullField.toString('latin1', fullField.indexOf('[')));
  return fieldOf(
    'partial_subscribers',
    ids.filter((id) => isRecentlyActive(active, id)),
  );
}
