// Typists: a person no longer counts as typing after a timeout since their last notification, or as soon as their
// message arrives.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ApiEvent } from '../../client/event-stream.ts';
import { Typists } from '../../web/store/typists.ts';

const LAST = 15_000;
const realTimeout = setTimeout;
const conversation = { kind: 'topic', channelId: 3, topic: 'Plans' } as const;
const direct = { kind: 'direct', ids: [2] } as const;

function typists({ mock }: TestContext) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const all = new Typists(1, LAST);
  const apply = (event: unknown) => all.apply(event as ApiEvent);
  return {
    all,
    apply,
    pass: (milliseconds: number) => mock.timers.tick(milliseconds),
    inTopic: (op: 'start' | 'stop', id: number, topic = 'Plans') =>
      apply({ type: 'typing', op, message_type: 'stream', sender: { user_id: id }, stream_id: 3, topic }),
    inDirect: (op: 'start' | 'stop', id: number) =>
      apply({
        type: 'typing',
        op,
        message_type: 'direct',
        sender: { user_id: id },
        recipients: [{ user_id: 1 }, { user_id: 2 }],
      }),
  };
}

test('listeners are notified when someone starts and stops typing, until they are removed', async (t) => {
  const nextTask = () => new Promise((resolve) => realTimeout(resolve));
  const { all, inTopic } = typists(t);
  let count = 0;
  const stop = all.listen(() => {
    count += 1;
  });
  const notificationCount = async () => {
    count = 0;
    await nextTask();
    return count;
  };
  assert.equal(await notificationCount(), 0);
  for (const op of ['start', 'stop'] as const) {
    inTopic(op, 2);
    assert.equal(await notificationCount(), 1);
  }
  stop();
  inTopic('start', 2);
  assert.equal(await notificationCount(), 0);
});

test('typing ends after a fixed time since the last notification, however many there were', (t) => {
  const { all, inTopic, inDirect, pass } = typists(t);
  for (const begin of [() => inTopic('start', 2), () => inDirect('start', 2)]) begin();
  for (let count = 0; count < 3; count += 1) {
    pass(LAST - 1);
    inTopic('start', 2, 'PLANS');
    assert.deepEqual(all.in(conversation), [2]);
  }
  assert.deepEqual(all.in(direct), []);
  pass(LAST - 1);
  assert.deepEqual(all.in(conversation), [2]);
  pass(1);
  assert.deepEqual(all.in(conversation), []);
});

test('after stopping and starting again, the full time applies, and others are unaffected', (t) => {
  const { all, inTopic, pass } = typists(t);
  inTopic('start', 2);
  pass(5000);
  inTopic('start', 4);
  inTopic('stop', 2);
  assert.deepEqual(all.in(conversation), [4]);
  inTopic('start', 2);
  pass(LAST - 5000);
  assert.deepEqual(all.in(conversation), [4, 2]);
  pass(5000);
  assert.deepEqual(all.in(conversation), []);
});

test('a message ends its sender’s typing everywhere; own messages are ignored', (t) => {
  const { all, apply, inTopic, inDirect } = typists(t);
  inTopic('start', 1);
  inTopic('start', 2);
  inTopic('start', 4);
  inDirect('start', 2);
  const version = all.version;
  apply({ type: 'message', message: { sender_id: 2 } });
  assert.deepEqual([all.in(conversation), all.in(direct)], [[4], []]);
  assert.ok(all.version > version);
});

test('no more conversations are stored than a page can display', (t) => {
  const { all, inTopic } = typists(t);
  for (let topic = 0; topic < 1001; topic += 1) inTopic('start', 2, `topic ${topic}`);
  const isStored = (topic: number) => all.in({ ...conversation, topic: `topic ${topic}` }).length === 1;
  assert.deepEqual([isStored(0), isStored(999), isStored(1000)], [true, true, false]);
});
