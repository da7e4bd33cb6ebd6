// Which waiting polls a commit wakes: only those of the audience's accounts read the log. Counted, not timed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscriptionPeriod } from '../../src/model/subscriptions/subscription-periods.ts';
import { SubscriptionCache } from '../../src/queries/state/subscription-cache.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { type DemoName, startTestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';

const server = await startTestServer();
const hub = await server.server.directory.hubForHost('x');
const names: DemoName[] = ['olive', 'adam', 'mona', 'mel', 'mia', 'max', 'gus'];
const people = new Map<DemoName, ApiClient>();
for (const name of names) people.set(name, await server.as(name));
const as = (name: DemoName): ApiClient => people.get(name) ?? assert.fail(name);

interface Woken {
  readonly reads: number;
  /** Who got an answer, with the types of their events. */
  readonly answered: Readonly<Record<string, readonly string[]>>;
}

/** Content of a last message to everyone; the server wraps plain messages in a paragraph. */
const closingMessage = '<p>and that was that</p>';

/** Lets polls wait, runs an action, and returns how many of them read the log and what each received. */
async function observeWaking(
  watchers: readonly {
    readonly name: DemoName;
    readonly parameters: { readonly event_types: readonly string[] } & Json;
  }[],
  action: () => Promise<unknown>,
): Promise<Woken> {
  const answered: Record<string, string[]> = {};
  const queues = await Promise.all(
    watchers.map(async ({ name, parameters }) => {
      const { queueId, snapshot } = await as(name).registerQueue(parameters);
      return { name, queue_id: queueId, last_event_id: snapshot.last_event_id };
    }),
  );
  const polls = queues.map(async ({ name, ...position }) => {
    const { body } = await as(name).request('GET', '/events', position);
    for (const { type, message } of body.events ?? []) {
      if (message?.content === closingMessage) continue;
      answered[name] = [...(answered[name] ?? []), type];
    }
  });
  await waitUntil(async () => hub.waitingCount >= watchers.length);
  const before = hub.checkCount;
  await action();
  const reads = hub.checkCount - before;
  // The last message to everyone ends the polls that received nothing before it.
  await as('olive').sendDirect(
    names.map((name) => as(name).userId),
    'and that was that',
  );
  await Promise.all(polls.filter((_, index) => watchers[index]?.parameters.event_types.includes('message')));
  for (const { name, queue_id } of queues) await as(name).ok('DELETE', '/events', { queue_id });
  await Promise.all(polls);
  return { reads, answered };
}

const few = { event_types: ['message', 'update_message', 'reaction'] };
const crowd = names.flatMap((name) => Array.from({ length: 5 }, () => ({ name, parameters: few })));

const [own, ours] = ['waking alone', 'waking together'];
await as('mel').ok('POST', '/users/me/subscriptions', {
  subscriptions: [{ name: own }],
  invite_only: true,
});
await as('mel').ok('POST', '/users/me/subscriptions', {
  subscriptions: [{ name: ours }],
  principals: [as('mel').userId, as('mia').userId],
});
// The first message of a channel has a larger audience.
for (const name of [own, ours]) await as('mel').sendToChannel(name, 'quiet', 'first');
await as('mia').sendToChannel(ours, 'quiet', 'second');

test('a message in a private channel is read only for the polls of its subscribers', async () => {
  const { reads, answered } = await observeWaking(crowd, () =>
    as('mel').sendToChannel(own, 'quiet', 'to myself'),
  );
  assert.equal(reads, 5);
  assert.deepEqual(answered, { mel: ['message', 'message', 'message', 'message', 'message'] });
});

test('a message in a public channel, its edits and reactions are read only for the polls of its subscribers', async () => {
  let id = 0;
  const sent = await observeWaking(crowd, async () => {
    id = await as('mia').sendToChannel(ours, 'quiet', 'to two');
  });
  assert.deepEqual([sent.reads, Object.keys(sent.answered).sort()], [10, ['mel', 'mia']]);
  const edited = await observeWaking(crowd, () =>
    as('mia').ok('PATCH', `/messages/${id}`, { content: 'edited' }),
  );
  assert.deepEqual([edited.reads, Object.keys(edited.answered).sort()], [10, ['mel', 'mia']]);
  const reacted = await observeWaking(crowd, () =>
    as('mel').ok('POST', `/messages/${id}/reactions`, { emoji_name: 'heart' }),
  );
  assert.deepEqual([reacted.reads, Object.keys(reacted.answered).sort()], [10, ['mel', 'mia']]);
});

test('queues for all public channels are woken for those, and not for private ones', async () => {
  const watchers = [...crowd, { name: 'max' as const, parameters: { ...few, all_public_streams: true } }];
  const { reads, answered } = await observeWaking(watchers, () =>
    as('mel').sendToChannel(ours, 'quiet', 'for the archive'),
  );
  assert.deepEqual([reads, answered.max], [11, ['message']]);
  assert.equal(
    (await observeWaking(watchers, () => as('mel').sendToChannel(own, 'quiet', 'not for it'))).reads,
    5,
  );
});

test('queues that do not accept a type keep waiting, even if they are in its audience', async () => {
  const watchers = [
    { name: 'mel' as const, parameters: { event_types: ['typing'] } },
    { name: 'mia' as const, parameters: few },
  ];
  const { reads, answered } = await observeWaking(watchers, () =>
    as('mel').sendToChannel(ours, 'quiet', 'typed'),
  );
  assert.deepEqual([reads, answered], [2, { mia: ['message'] }]);
});

test('people who left or joined a channel are woken depending on when a message was sent', async () => {
  const change = (method: 'POST' | 'DELETE', subscriptions: unknown, name: DemoName) =>
    as('mel').ok(method, '/users/me/subscriptions', { subscriptions, principals: [as(name).userId] });
  await change('DELETE', [ours], 'mia');
  await change('POST', [{ name: ours }], 'max');
  const { reads, answered } = await observeWaking(crowd, () =>
    as('mel').sendToChannel(ours, 'quiet', 'to the new one'),
  );
  // Former subscribers are woken too, since the message may have been sent before they left.
  assert.deepEqual([reads, Object.keys(answered).sort()], [15, ['max', 'mel']]);
});

test('a poll that waited through other entries gets its own entry, once', async () => {
  const listener = await as('mia').registerQueue({ event_types: ['message'] });
  const next = listener.next();
  await waitUntil(async () => hub.waitingCount > 0);
  for (let count = 0; count < 3; count++) await as('mel').sendToChannel(own, 'quiet', `not for mia ${count}`);
  const id = await as('mel').sendDirect([as('mia').userId], 'for mia');
  const messageIds = (await next).map((event) => event.message.id);
  assert.deepEqual(messageIds, [id]);
  assert.deepEqual(await listener.events(), []);
});

test('the members of a channel are known among cached accounts, and evicted accounts count as possible members', () => {
  const always: SubscriptionPeriod[] = [{ from: 16, to: null }];
  const cache = new SubscriptionCache(7);
  cache.set(1, new Map([[10, always]]));
  cache.set(
    2,
    new Map([
      [10, [{ from: 16, to: 32 }]],
      [11, always],
    ]),
  );
  assert.deepEqual(
    [[...cache.everSubscribedTo(10)], [...cache.everSubscribedTo(11)], [...cache.everSubscribedTo(12)]],
    [[1, 2], [2], []],
  );
  cache.update(
    2,
    new Map([
      [11, always],
      [12, always],
    ]),
  );
  assert.deepEqual(
    [[...cache.everSubscribedTo(10)], [...cache.everSubscribedTo(12)], [...cache.evicted]],
    [[1], [2], []],
  );
  cache.set(3, new Map([[10, [{ from: 16, to: 32 }, ...always]]]));
  assert.deepEqual(
    [[...cache.everSubscribedTo(10)], [...cache.everSubscribedTo(12)], [...cache.evicted]],
    [[3], [2], [1]],
  );
  cache.update(1, new Map([[10, always]]));
  assert.equal(cache.has(1), false);
  cache.set(1, new Map([[10, always]]));
  assert.deepEqual(
    [[...cache.everSubscribedTo(10)], [...cache.everSubscribedTo(11)], [...cache.evicted]],
    [[3, 1], [], [2]],
  );
});
