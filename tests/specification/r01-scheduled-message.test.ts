// A scheduled message as it is stored and as it is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { channelIdOf, messageFor, newestIds } from './reading.ts';

let ahead = 0;
const server = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);
const engineering = await channelIdOf(mel, 'engineering');
const due = farFuture();
const narrow = [
  { operator: 'channel', operand: engineering },
  { operator: 'topic', operand: 'scheduled' },
];

async function schedule(content: string, more: Record<string, unknown> = {}): Promise<number> {
  const body = { type: 'channel', to: engineering, topic: 'scheduled', content, ...more };
  const answer = await mel.ok('POST', '/scheduled_messages', { ...body, scheduled_delivery_timestamp: due });
  return answer.scheduled_message_id;
}

/** Waits until messages are sent; returns their ids. */
async function deliver(): Promise<number[]> {
  const before = new Set(await newestIds(mia, narrow));
  ahead = 2 * 86_400;
  await server.server.scheduler.runDue();
  ahead = 0;
  return (await newestIds(mia, narrow)).filter((id) => !before.has(id));
}

test('R-scheduled-message.1 R-scheduled-message.2 it has an id that differs from that of the sent message', async () => {
  const ids = [await schedule('one'), await schedule('two')];
  assert.ok(ids.every(Number.isInteger));
  assert.equal(new Set(ids).size, 2);
  const sent = await deliver();
  assert.equal(sent.length, 2);
  const scheduled = await mel.ok('GET', '/scheduled_messages');
  assert.deepEqual(scheduled.scheduled_messages, []);
  for (const id of sent) assert.ok(!ids.includes(id));
});

test('R-scheduled-message.3 it keeps the values that it was created with', async () => {
  const id = await schedule('**kept**');
  const { scheduled_messages: all } = await mel.ok('GET', '/scheduled_messages');
  const one = all.find((each: { scheduled_message_id: number }) => each.scheduled_message_id === id);
  assert.deepEqual(
    [one.type, one.to, one.topic, one.content, one.scheduled_delivery_timestamp],
    ['stream', engineering, 'scheduled', '**kept**', due],
  );
  const [sent = 0] = await deliver();
  const message = await messageFor(mia, sent, { apply_markdown: false });
  assert.deepEqual(
    [message.subject, message.content, message.stream_id],
    ['scheduled', '**kept**', engineering],
  );
});

test('R-scheduled-message.4 it is read or unread for its sender as requested', async () => {
  for (const isRead of [true, false]) {
    await schedule(`read: ${isRead}`, { read_by_sender: isRead });
    const [sent = 0] = await deliver();
    assert.equal((await messageFor(mel, sent)).flags.includes('read'), isRead);
  }
});
