// How the organization in the browser applies each event and snapshot, and which listeners it notifies.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import type { Snapshot, StateUpdate } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { AnonymousSnapshotError, throwIfAnonymous } from '../../web/data/anonymous.ts';
import { type CachedPages, Organization, type OrganizationOptions } from '../../web/data/organization.ts';
import { made, term } from './naive-server.ts';

const OWN = 1;
const base = {
  user_id: OWN,
  queue_id: 'q',
  subscriptions: [{ stream_id: 1, name: 'design', invite_only: true, is_muted: false }],
  unsubscribed: [],
  streams: [],
  user_topics: [],
  presences: {},
};

/** An organization whose calls are recorded and answered with fixed values. */
function organizationWith(snapshot: object = {}, options: Partial<OrganizationOptions> = {}) {
  const calls: [name: string, parameters: object][] = [];
  const call = async (name: string, parameters: object) => {
    calls.push([name, parameters]);
    if (name === 'get-stream-topics') return { topics: [{ name: 'listed', max_id: 9 }] };
    const messages = [made(1, 1, 'a'), made(2, 1, 'b'), made(3, 1, 'A'), made(4, 1, 'a')];
    return { messages, anchor: 4, found_oldest: true, found_newest: true };
  };
  const organization = new Organization({
    client: { call } as unknown as ParleyClient,
    snapshot: { ...base, ...snapshot } as unknown as Snapshot,
    ...options,
  });
  const apply = (event: object) => organization.apply({ kind: 'event', event: event as unknown as ApiEvent });
  return { organization, calls, apply };
}

/** The next task, in which listeners are called. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const message = (id: number, topic: string) => ({
  type: 'message',
  message: { ...made(id, 1, topic), sender_id: 2 },
  flags: [],
});

test('a new message reaches the lists, the topics, the typists and the state', async () => {
  const { organization, apply } = organizationWith({ max_message_id: 4 });
  const list = organization.messages.of([term('channel', '1')]);
  await list.open('newest');
  organization.topics.of(1);
  await nextTask();
  const conversation = { kind: 'topic', channelId: 1, topic: 'a' } as const;
  apply({
    type: 'typing',
    op: 'start',
    message_type: 'stream',
    stream_id: 1,
    topic: 'a',
    sender: { user_id: 2 },
  });
  assert.deepEqual(organization.typists.in(conversation), [2]);
  apply(message(5, 'new'));
  assert.deepEqual(list.ranges.newest?.ids, [1, 2, 3, 4, 5]);
  assert.deepEqual(
    organization.topics.of(1).map(({ name }) => name),
    ['new', 'listed'],
  );
  assert.deepEqual(organization.typists.in(conversation), []);
  assert.equal(organization.state.max_message_id, 5);
});

test('pages are requested with every form that the client understands', async () => {
  const { organization, calls } = organizationWith();
  const page = await organization.messages.of([term('dm', '2')]).open('newest');
  assert.deepEqual(page?.anchor, 4);
  assert.deepEqual(calls, [
    [
      'get-messages',
      {
        narrow: [{ operator: 'dm', operand: [2], negated: false }],
        anchor: 'newest',
        num_before: 100,
        num_after: 100,
        client_gravatar: false,
        allow_empty_topic_name: true,
      },
    ],
  ]);
  organization.topics.of(1);
  assert.deepEqual(calls[1], ['get-stream-topics', { stream_id: 1, allow_empty_topic_name: true }]);
});

test('an anonymous viewer reads only web-public channels, and topics from their newest messages', async () => {
  const { organization, calls } = organizationWith({ queue_id: null, user_id: undefined });
  assert.deepEqual([organization.isAnonymous, organization.ownId, organization.queueId], [true, 0, '']);
  organization.topics.of(1);
  await nextTask();
  assert.deepEqual(calls, [
    [
      'get-messages',
      {
        narrow: [
          { operator: 'channel', operand: 1, negated: false },
          { operator: 'channels', operand: 'web-public', negated: false },
        ],
        anchor: 'newest',
        num_before: 400,
        num_after: 0,
        client_gravatar: false,
        allow_empty_topic_name: true,
      },
    ],
  ]);
  assert.deepEqual(organization.topics.of(1), [
    { name: 'a', max_id: 4 },
    { name: 'b', max_id: 2 },
  ]);
});

test('a registration without a queue is anonymous, and its events are not followed', async () => {
  async function* steps(): AsyncGenerator<StateUpdate> {
    yield { kind: 'snapshot', snapshot: { queue_id: 'q' } as unknown as Snapshot };
    yield { kind: 'event', event: { type: 'heartbeat', id: 1 } };
    yield { kind: 'snapshot', snapshot: { queue_id: null } as unknown as Snapshot };
  }
  const kinds: string[] = [];
  await assert.rejects(async () => {
    for await (const { kind } of throwIfAnonymous(steps())) kinds.push(kind);
  }, AnonymousSnapshotError);
  assert.deepEqual(kinds, ['snapshot', 'event']);
});

test('narrows of muted messages are fetched again when a topic or a channel may be muted', async () => {
  const { organization, apply } = organizationWith();
  const mutedList = organization.messages.of([term('is', 'muted')]);
  const isForgottenAfter = async (event: object) => {
    await mutedList.open('newest');
    assert.ok(mutedList.ranges.newest);
    apply(event);
    return mutedList.ranges.newest === undefined;
  };
  const policy = { stream_id: 1, topic_name: 'a', visibility_policy: 1, last_updated: 0 };
  const property = { op: 'update', stream_id: 1, property: 'is_muted', value: true };
  assert.equal(await isForgottenAfter({ type: 'user_topic', ...policy }), true);
  assert.equal(await isForgottenAfter({ type: 'subscription', ...property }), true);
  assert.equal(await isForgottenAfter({ type: 'reaction', message_id: 1 }), false);
});

test('the messages of a channel that can no longer be read are removed from every list', async () => {
  const { organization, apply } = organizationWith();
  const all = organization.messages.of([]);
  await all.open('newest');
  organization.messages.store.put(made(9, 2, 'elsewhere'));
  all.change((ranges) => ranges.withNew(9));
  const channel = organization.messages.of([term('channel', '1')]);
  const other = organization.messages.of([term('channel', '2')]);
  for (const list of [channel, other])
    list.change((ranges) => ranges.withPage({ ids: [1], reachesOldest: true, reachesNewest: true }));
  apply({ type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 1, name: 'design' }] });
  assert.deepEqual(all.ranges.newest?.ids, [9]);
  assert.deepEqual(
    [...organization.messages.store.all()].map(({ id }) => id),
    [9],
  );
  assert.equal(channel.ranges.newest, undefined);
  assert.ok(other.ranges.newest);
});

test('presence comes with events and answers, and listeners are notified only of changes', async () => {
  const { organization, apply } = organizationWith({ presences: { 2: { active_timestamp: 5 } } });
  let count = 0;
  const stop = organization.onPresences(() => {
    count += 1;
  });
  const notificationsDuring = async (change: () => void) => {
    count = 0;
    change();
    await nextTask();
    return count;
  };
  assert.equal(organization.presences.get(2)?.active_timestamp, 5);
  assert.equal(await notificationsDuring(() => apply({ type: 'presence', presences: { 3: {} } })), 1);
  assert.deepEqual([...organization.presences.keys()], [2, 3]);
  assert.equal(await notificationsDuring(() => organization.takePresences({})), 0);
  assert.equal(await notificationsDuring(() => apply({ type: 'presence', email: 'mel@example.com' })), 0);
  stop();
  assert.equal(await notificationsDuring(() => organization.takePresences({ presences: { 4: {} } })), 0);
  assert.deepEqual([...organization.presences.keys()], [2, 3, 4]);
});

test('after an interruption, pages shown from the cache are fetched again', async () => {
  let isCacheShown = false;
  const cachedPages: CachedPages = { pages: (fetch) => fetch, takeCacheShown: () => isCacheShown };
  const owners: number[] = [];
  const { organization } = organizationWith(
    {},
    {
      cachedPages: (ownId) => {
        owners.push(ownId);
        return cachedPages;
      },
    },
  );
  assert.deepEqual(owners, [OWN]);
  const list = organization.messages.of([]);
  let count = 0;
  organization.onConnection(() => {
    count += 1;
  });
  for (const isShown of [false, true]) {
    await list.open('newest');
    isCacheShown = true;
    organization.connection = 'interrupted';
    assert.equal(organization.connection, 'interrupted');
    assert.ok(list.ranges.newest);
    isCacheShown = isShown;
    organization.connection = 'following';
    assert.equal(list.ranges.newest === undefined, isShown);
    await nextTask();
  }
  assert.equal(count, 2);
  organization.connection = 'following';
  await nextTask();
  assert.equal(count, 2);
});

test('a new snapshot replaces the state and everything fetched, and listeners are notified', async () => {
  const { organization } = organizationWith();
  const list = organization.messages.of([]);
  await list.open('newest');
  organization.topics.of(1);
  await nextTask();
  const notifications: string[] = [];
  const stop = organization.onSnapshot(() => notifications.push(`snapshot ${organization.queueId}`));
  organization.onChange(() => void notifications.push('state'));
  const snapshot = { ...base, queue_id: 'r', presences: { 5: {} } } as unknown as Snapshot;
  organization.apply({ kind: 'snapshot', snapshot });
  await nextTask();
  assert.deepEqual(notifications, ['snapshot r', 'state']);
  assert.equal(organization.state, snapshot);
  assert.deepEqual([...organization.presences.keys()], [5]);
  assert.deepEqual([list.ranges.newest, organization.topics.isLoaded(1)], [undefined, false]);
  assert.equal(organization.messages.store.size, 0);
  stop();
  organization.apply({ kind: 'snapshot', snapshot });
  await nextTask();
  assert.deepEqual(notifications, ['snapshot r', 'state', 'state']);
});

test('listeners of a type are notified of its events until they are removed', async () => {
  const { organization, apply } = organizationWith();
  const notifications: string[] = [];
  const stops = [1, 2].map((listener) =>
    organization.on('message', ({ message: { id } }) => void notifications.push(`${listener}: ${id}`)),
  );
  let stateChanges = 0;
  organization.onChange(() => {
    stateChanges += 1;
  });
  apply(message(5, 'a'));
  stops[0]?.();
  apply(message(6, 'a'));
  apply({ type: 'heartbeat' });
  assert.deepEqual(notifications, ['1: 5', '2: 5', '2: 6']);
  await nextTask();
  assert.equal(stateChanges, 0, 'nothing in the state depends on these events');
});

test('cached views are restored in the order in which they were viewed', () => {
  const view = (topic: string) => ({
    narrow: [term('channel', '1'), term('topic', topic)],
    messages: [],
    reachesOldest: true,
    reachesNewest: true,
  });
  const { organization } = organizationWith({}, { cachedViews: [view('last'), view('before')] });
  assert.deepEqual(
    organization.messages.recent.map(({ narrow }) => narrow[1]?.operand),
    ['last', 'before'],
  );
});
