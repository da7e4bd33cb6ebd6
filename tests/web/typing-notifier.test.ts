// Typing notifications to others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Destination, directTo } from '../../web/lib/destination.ts';
import { TypingNotifier } from '../../web/store/typing-notifier.ts';
import { Clock } from './clock.ts';

const topic = (name: string): Destination => ({ kind: 'channel', channelId: 3, topic: name });

test('others are notified at the first key, repeatedly while typing, and at the end', () => {
  const clock = new Clock();
  const notices: string[] = [];
  const notice = new TypingNotifier({
    send: (op, destination) =>
      notices.push(`${op} ${destination.kind === 'channel' ? destination.topic : 'people'}`),
    schedule: clock.later,
    now: clock.now,
    startedWait: 10_000,
    stoppedWait: 5000,
  });
  notice.onTyped(topic('a'));
  clock.pass(4000);
  notice.onTyped(topic('a'));
  assert.deepEqual(notices, ['start a']);
  clock.pass(4000);
  notice.onTyped(topic('a'));
  clock.pass(4000);
  notice.onTyped(topic('a'));
  assert.deepEqual(notices, ['start a', 'start a']);
  notice.onTyped(directTo([4], 1));
  assert.deepEqual(notices.slice(2), ['stop a', 'start people']);
  clock.pass(5000);
  assert.equal(notices.at(-1), 'stop people');
  notice.stop();
  assert.equal(notices.length, 5);
});
