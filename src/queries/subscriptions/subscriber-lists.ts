// Lists of subscribers for clients that keep them: whole ones, and for large channels those of the people who matter most.
// They are kept as text that all readers share, each for as long as its channel in memory is the same object: whoever comes
// into a channel or leaves it, also by an account's end, changes its row. What was not read lately, or does not fit into
// memory, is read in short turns.

import { limits } from '../../api-contract/limits.ts';
import { Pace } from '../../api-contract/yielding.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { idsFrom } from '../../model/id-column.ts';
import { gatheredIds, idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';
import type { OrganizationView } from '../state/organization-view.ts';
import { RecentMap } from '../state/recent-map.ts';
import { type ActivePeople, isActiveLately, peopleActiveLately } from './active-people.ts';

/** Channels with fewer subscribers always get their whole list. */
const WHOLE_LIST_BELOW = 250;
/** Subscriptions that are read by one statement: other requests have their turns between two. */
const SUBSCRIPTIONS_AT_ONCE = 10_000;
/** What a list costs beside its text. */
const LIST_OVERHEAD = 200;

const ofChannels = preparedRead<{ channels: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select((e) => ['channel_id', gatheredIds(engine, e.ref('account_id')).as('ids')])
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

/** A list as a field in JSON, and the part of it that clients get who ask for parts. */
interface KeptList {
  readonly channel: Channel;
  readonly whole: Buffer;
  readonly part?: { readonly active: ActivePeople; readonly field: Buffer };
}

function fieldOf(name: 'subscribers' | 'partial_subscribers', ids: readonly number[]): Buffer {
  return Buffer.from(`"${name}":${JSON.stringify(ids)}`);
}

const NOBODY = fieldOf('subscribers', []);

type KeptLists = RecentMap<number, KeptList>;

const keptOf = new WeakMap<object, KeptLists>();

function listsKept({ origin }: OrganizationView): KeptLists {
  const present = keptOf.get(origin);
  if (present) return present;
  const made: KeptLists = new RecentMap(limits.preparedSubscriberBytes, {
    weightOf: ({ whole, part }) => whole.length + (part?.field.length ?? 0) + LIST_OVERHEAD,
  });
  keptOf.set(origin, made);
  return made;
}

/** Channels in parts that one statement reads the subscriptions of; each very large one apart. */
function inParts(channels: readonly Channel[]): Channel[][] {
  const parts: Channel[][] = [];
  let room = 0;
  for (const channel of channels) {
    room -= channel.subscriberCount + 1;
    if (room < 0) {
      parts.push([]);
      room = SUBSCRIPTIONS_AT_ONCE - channel.subscriberCount - 1;
    }
    parts.at(-1)?.push(channel);
  }
  return parts;
}

/** Everybody who is subscribed to a channel, whether active or not. */
async function subscribersOf(reader: Reader, channel: Channel, pace: Pace): Promise<number[]> {
  const found: number[] = [];
  // A statement of PostgreSQL holds up nobody.
  const limit = reader.engine === 'sqlite' ? SUBSCRIPTIONS_AT_ONCE : SUBSCRIPTIONS_AT_ONCE * 10;
  for (let after = 0; ; after = found.at(-1) ?? 0) {
    const rows = await partOfOne.all(reader, { channel: channel.id, after, limit });
    for (const { account_id } of rows) found.push(account_id);
    if (rows.length < limit) return found;
    await pace.step();
  }
}

async function subscribersByChannel(
  reader: Reader,
  channels: readonly Channel[],
  pace: Pace,
): Promise<ReadonlyMap<number, number[]>> {
  const [only] = channels;
  if (only && channels.length === 1) {
    return new Map([[only.id, await subscribersOf(reader, only, pace)]]);
  }
  const rows = await ofChannels.all(reader, { channels: JSON.stringify(channels.map(({ id }) => id)) });
  return new Map(rows.map(({ channel_id, ids }) => [channel_id, idsFrom(ids)]));
}

/** Reads the active subscribers of some channels, ascending, and gives each list as a field. */
async function readLists(
  { reader, view, pace }: { readonly reader: Reader; readonly view: OrganizationView; readonly pace: Pace },
  channels: readonly Channel[],
  take: (channel: Channel, whole: Buffer) => void,
): Promise<void> {
  for (const part of inParts(channels)) {
    const byChannel = await subscribersByChannel(reader, part, pace);
    for (const channel of part) {
      const ids = (byChannel.get(channel.id) ?? []).filter((id) => view.account(id)?.isActive);
      take(
        channel,
        fieldOf(
          'subscribers',
          ids.sort((a, b) => a - b),
        ),
      );
      await pace.step();
    }
  }
}

/** Everybody who is subscribed to a channel, as the field `subscribers` in JSON. */
export async function subscribersField(
  reader: Reader,
  view: OrganizationView,
  channel: Channel,
): Promise<Buffer> {
  let field = NOBODY;
  await readLists({ reader, view, pace: new Pace() }, [channel], (_, whole) => {
    field = whole;
  });
  return field;
}

/** Which lists a client wants. */
export interface SubscriberListOptions {
  readonly includeSubscribers: 'true' | 'false' | 'partial';
  /** Whether what is read is as of the view's place in the log, so that it may be kept with what is in memory. */
  readonly isAtPlace: boolean;
}

/** The fields, as JSON, with which channels say who is subscribed, as far as a client wants to know. */
export async function subscriberFields(
  reader: Reader,
  view: OrganizationView,
  channels: readonly Channel[],
  { includeSubscribers, isAtPlace }: SubscriberListOptions,
): Promise<(channelId: number) => readonly Buffer[]> {
  if (includeSubscribers === 'false') return () => [];
  const kept = listsKept(view);
  const pace = new Pace();
  const lists = new Map<number, KeptList>();
  const missing: Channel[] = [];
  for (const channel of channels) {
    const present = kept.get(channel.id);
    if (present?.channel === channel) lists.set(channel.id, present);
    else missing.push(channel);
  }
  await readLists({ reader, view, pace }, missing, (channel, whole) => {
    const made = { channel, whole };
    lists.set(channel.id, made);
    if (isAtPlace) kept.set(channel.id, made);
  });
  const isWhole = ({ subscriberCount }: Channel) =>
    includeSubscribers === 'true' || subscriberCount < WHOLE_LIST_BELOW;
  const large = channels.filter((channel) => !isWhole(channel));
  const active = large.length > 0 ? await peopleActiveLately(reader, view) : undefined;
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
    if (kept.peek(channel.id) === list) kept.set(channel.id, { ...list, part: { active, field } });
    await pace.step();
  }
  return (id) => [parts.get(id) ?? lists.get(id)?.whole ?? NOBODY];
}

function partOf({ whole }: KeptList, active: ActivePeople): Buffer {
  const ids = idsFrom(whole.toString('latin1', whole.indexOf('[')));
  return fieldOf(
    'partial_subscribers',
    ids.filter((id) => isActiveLately(active, id)),
  );
}
