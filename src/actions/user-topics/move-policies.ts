// When a whole topic moves, people's policies for it go along; where it joins another, the more visible of the two
// holds. Whoever cannot see the new place keeps none. Statements and events are per policy, not per person.

import { sql } from 'kysely';
import { Role } from '../../model/accounts/roles.ts';
import type { Channel } from '../../model/channels/channel.ts';
import { textKey } from '../../model/text-key.ts';
import { VisibilityPolicy } from '../../model/user-topics/policy.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';
import { mutedTopicsEvent, topicEvent } from './set-policy.ts';

interface Place {
  readonly channelId: number;
  readonly topic: string;
}

const policiesAt = preparedRead<{ channel: number; key: string }>()((db, p) =>
  db
    .selectFrom('user_topic')
    .innerJoin('account', 'account.id', 'user_topic.account_id')
    .select(['user_topic.account_id', 'user_topic.visibility_policy', 'account.role'])
    .where('user_topic.channel_id', '=', p.channel)
    .where('user_topic.topic_key', '=', p.key),
);
const subscribedAmong = preparedRead<{ channel: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('subscription')
    .select('account_id')
    .where('channel_id', '=', p.channel)
    .where('is_active', '=', 1)
    .where('account_id', 'in', idsOf(engine, p.ids)),
);

/** The policy for two topics that become one. */
function mergedPolicy(a: VisibilityPolicy, b: VisibilityPolicy): VisibilityPolicy {
  const { muted, unmuted, followed, inherit } = VisibilityPolicy;
  const order = [followed, unmuted, inherit, muted];
  return order.find((policy) => a === policy || b === policy) ?? inherit;
}

/** Takes policies along; `joins` says that there were messages at the new place. */
export async function movePolicies(
  writer: Writer,
  from: Place,
  to: Place & { readonly channel: Channel },
  joins: boolean,
): Promise<void> {
  const source = await at(writer, from);
  const target = await at(writer, to);
  const concerned = new Map([...source, ...(joins ? target : [])]);
  if (concerned.size === 0) return;
  const remaining = await whoCanSee(writer, to.channel, concerned);
  const wanted = new Map<VisibilityPolicy, number[]>();
  for (const id of concerned.keys()) {
    const before = target.get(id)?.policy ?? VisibilityPolicy.inherit;
    const moved = source.get(id)?.policy ?? VisibilityPolicy.inherit;
    const after = remaining.has(id) ? (joins ? mergedPolicy(moved, before) : moved) : before;
    if (after === before) continue;
    const present = wanted.get(after);
    if (present) present.push(id);
    else wanted.set(after, [id]);
  }
  const muters = new Set<number>();
  for (const [id, { policy }] of [...source, ...target])
    if (policy === VisibilityPolicy.muted) muters.add(id);
  for (const [policy, ids] of wanted) await keep(writer, to, policy, ids);
  await keep(writer, from, VisibilityPolicy.inherit, [...source.keys()]);
  for (const id of muters) if (concerned.has(id)) writer.emit(await mutedTopicsEvent(writer, id));
  announce(writer, from, VisibilityPolicy.inherit, [...source.keys()]);
  for (const [policy, ids] of wanted) announce(writer, to, policy, ids);
}

interface Held {
  readonly policy: VisibilityPolicy;
  readonly role: number;
}

async function at(writer: Writer, place: Place): Promise<Map<number, Held>> {
  const rows = await policiesAt.all(writer, { channel: place.channelId, key: textKey(place.topic) });
  return new Map(
    rows.map((row) => [
      row.account_id,
      { policy: row.visibility_policy as VisibilityPolicy, role: row.role },
    ]),
  );
}

async function whoCanSee(
  writer: Writer,
  channel: Channel,
  people: ReadonlyMap<number, Held>,
): Promise<ReadonlySet<number>> {
  if (channel.isWebPublic) return new Set(people.keys());
  const ids = JSON.stringify([...people.keys()]);
  const seeing = new Set(
    (await subscribedAmong.all(writer, { channel: channel.id, ids })).map((row) => row.account_id),
  );
  if (channel.isPrivate) return seeing;
  for (const [id, { role }] of people) if (role !== Role.guest) seeing.add(id);
  return seeing;
}

async function keep(
  writer: Writer,
  place: Place,
  policy: VisibilityPolicy,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await writer.db
    .deleteFrom('user_topic')
    .where('channel_id', '=', place.channelId)
    .where('topic_key', '=', textKey(place.topic))
    .where('account_id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
    .execute();
  if (policy === VisibilityPolicy.inherit) return;
  await insertPolicies(writer, place, policy, ids);
}

async function insertPolicies(
  writer: Writer,
  place: Place,
  policy: VisibilityPolicy,
  ids: readonly number[],
): Promise<void> {
  await writer.db
    .insertInto('user_topic')
    .columns([
      'organization_id',
      'account_id',
      'channel_id',
      'topic_key',
      'topic_name',
      'visibility_policy',
      'updated_at',
    ])
    .expression((e) =>
      e
        .selectFrom('account')
        .where('id', 'in', idsOf(writer.engine, JSON.stringify(ids)))
        .select([
          'organization_id',
          'id as account_id',
          sql<number>`cast(${place.channelId} as bigint)`.as('channel_id'),
          sql<string>`cast(${textKey(place.topic)} as text)`.as('topic_key'),
          sql<string>`cast(${place.topic} as text)`.as('topic_name'),
          sql<number>`cast(${policy} as bigint)`.as('visibility_policy'),
          sql<number>`cast(${writer.now} as bigint)`.as('updated_at'),
        ]),
    )
    .execute();
}

function announce(writer: Writer, place: Place, policy: VisibilityPolicy, ids: readonly number[]): void {
  if (ids.length === 0) return;
  writer.emit(
    topicEvent(ids, {
      stream_id: place.channelId,
      topic_name: place.topic,
      last_updated: writer.now,
      visibility_policy: policy,
    }),
  );
}
