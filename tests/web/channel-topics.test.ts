// The topics of a channel: fetched once, then updated by events, the newest first.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { ChannelTopics, type Topic } from '../../web/store/channel-topics.ts';

/** Topics whose fetches the test answers. */
function controlledTopics() {
  const fetches: {
    readonly channelId: number;
    readonly answer: (topics: readonly Topic[] | Error) => void;
  }[] = [];
  const all = new ChannelTopics(
    (channelId) =>
      new Promise((resolve, reject) => {
        const answer = (topics: readonly Topic[] | Error) =>
          topics instanceof Error ? reject(topics) : resolve(topics);
        fetches.push({ channelId, answer });
      }),
  );
  const answer = async (topics: readonly Topic[] | Error) => {
    fetches.shift()?.answer(topics);
    await new Promise(setImmediate);
  };
  const apply = (event: object) => all.apply(event as ApiEvent);
  const send = (id: number, subject: string, stream_id = 1) =>
    apply({ type: 'message', message: { id, subject, stream_id } });
  const names = (channelId = 1) => all.of(channelId).map(({ name }) => name);
  return { all, fetches, answer, apply, send, names };
}

const topic = (name: string, max_id: number): Topic => ({ name, max_id });

test('topics are fetched when a channel is first viewed, once', async () => {
  const { all, fetches, answer, names } = controlledTopics();
  assert.deepEqual(all.cached(1), []);
  assert.equal(fetches.length, 0);
  assert.deepEqual(names(), []);
  assert.deepEqual(names(), []);
  assert.deepEqual(
    fetches.map(({ channelId }) => channelId),
    [1],
  );
  assert.equal(all.isLoaded(1), false);
  const { version } = all;
  await answer([topic('b', 2), topic('a', 1)]);
  assert.equal(all.isLoaded(1), true);
  assert.ok(all.version > version);
  assert.deepEqual(names(), ['b', 'a']);
  assert.deepEqual(all.cached(1), [topic('b', 2), topic('a', 1)]);
  assert.equal(fetches.length, 0);
});

test('a channel whose topics cannot be fetched has no topics', async () => {
  const { all, answer, names } = controlledTopics();
  names();
  await answer(new Error('no connection'));
  assert.equal(all.isLoaded(1), true);
  assert.deepEqual(names(), []);
});

test('the topic of a new message moves to the front, whatever its case', async () => {
  const { all, answer, apply, send, names } = controlledTopics();
  names();
  await answer([topic('b', 3), topic('a', 2), topic('c', 1)]);
  const { version } = all;
  send(4, 'a');
  assert.ok(all.version > version);
  assert.deepEqual(names(), ['a', 'b', 'c']);
  send(5, 'C');
  send(6, 'new');
  send(7, 'elsewhere', 2);
  apply({ type: 'message', message: { id: 8, subject: 'direct' } });
  assert.deepEqual(all.of(1), [topic('new', 6), topic('C', 5), topic('a', 4), topic('b', 3)]);
});

test('topics with several new messages are in the order of their last messages', async () => {
  const { answer, send, names } = controlledTopics();
  names();
  await answer([]);
  for (const [id, name] of [
    [1, 'a'],
    [2, 'b'],
    [3, 'a'],
  ] as const)
    send(id, name);
  assert.deepEqual(names(), ['a', 'b']);
});

test('a late event about an older message changes nothing', async () => {
  const { all, answer, send } = controlledTopics();
  all.of(1);
  const fetched = [topic('b', 3), topic('a', 2)];
  await answer(fetched);
  send(2, 'a');
  assert.equal(all.of(1), fetched);
});

test('an exact name is preferred to one that differs in case', async () => {
  const { all, answer, send } = controlledTopics();
  all.of(1);
  await answer([topic('PLAN', 2), topic('plan', 1)]);
  send(3, 'plan');
  assert.deepEqual(all.of(1), [topic('plan', 3), topic('PLAN', 2)]);
});

test('messages that arrive during a fetch are added to its answer', async () => {
  const { all, fetches, answer, apply, send } = controlledTopics();
  all.of(1);
  send(2, 'b');
  await answer([topic('a', 1)]);
  assert.deepEqual(all.of(1), [topic('b', 2), topic('a', 1)]);
  // For the next fetch, only messages that arrive during it count.
  send(3, 'gone');
  apply({ type: 'delete_message', stream_id: 1 });
  assert.equal(fetches.length, 1);
  send(4, 'c');
  await answer([topic('a', 1)]);
  assert.deepEqual(all.of(1), [topic('c', 4), topic('a', 1)]);
});

test('after a deletion or a move the topics are fetched again, and stay visible until then', async () => {
  const { all, fetches, answer, apply, names } = controlledTopics();
  for (const channelId of [1, 2]) {
    all.of(channelId);
    await answer([topic(`of ${channelId}`, 1)]);
  }
  const fetched = () => fetches.map(({ channelId }) => channelId);
  apply({ type: 'update_message', stream_id: 1, new_stream_id: 2 });
  apply({ type: 'delete_message' });
  apply({ type: 'delete_message', stream_id: 3 });
  assert.deepEqual(fetched(), []);
  apply({ type: 'update_message', orig_subject: 'of 1', stream_id: 1, new_stream_id: 2 });
  assert.deepEqual(fetched(), [1, 2]);
  assert.deepEqual(names(1), ['of 1']);
  apply({ type: 'delete_message', stream_id: 1 });
  assert.deepEqual(fetched(), [1, 2]);
  await answer([]);
  assert.deepEqual(names(1), []);
});

test('listeners are notified of topics, messages and a reset', async () => {
  const { all, answer, send, names } = controlledTopics();
  let count = 0;
  const stop = all.listen(() => {
    count += 1;
  });
  const notificationsDuring = async (change: () => unknown) => {
    count = 0;
    await change();
    await new Promise((resolve) => setTimeout(resolve));
    return count;
  };
  names();
  assert.equal(await notificationsDuring(() => answer([])), 1);
  assert.equal(await notificationsDuring(() => send(1, 'a')), 1);
  assert.equal(await notificationsDuring(() => send(1, 'a', 2)), 0);
  const { version } = all;
  assert.equal(await notificationsDuring(() => all.forgetAll()), 1);
  assert.ok(all.version > version);
  assert.equal(all.isLoaded(1), false);
  stop();
  names();
  assert.equal(await notificationsDuring(() => answer([])), 0);
});

test('the topics of a hundred channels are cached, the least recently fetched are dropped', async () => {
  const { all, answer, send } = controlledTopics();
  for (let channelId = 1; channelId <= 100; channelId += 1) {
    all.of(channelId);
    await answer([topic('a', 1)]);
  }
  assert.equal(all.isLoaded(1), true);
  send(2, 'b', 2);
  all.apply({ type: 'delete_message', stream_id: 1 } as unknown as ApiEvent);
  await answer([topic('a', 1)]);
  all.of(101);
  await answer([]);
  assert.deepEqual(
    [1, 2, 3, 101].map((channelId) => all.isLoaded(channelId)),
    [true, false, true, true],
  );
  // A message of the dropped channel is not added to what is fetched later.
  all.of(2);
  await answer([]);
  assert.deepEqual(all.of(2), []);
});
