// Messages that are not on disk yet are invisible through the API.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer, testDatabaseUrl } from '../support/server.ts';

test('messages, topics and channels become visible once they are on disk', {
  skip: Boolean(testDatabaseUrl) && 'PostgreSQL flushes itself',
}, async () => {
  let release: () => void = () => undefined;
  let flushBegan: () => void = () => undefined;
  let isHeld = false;
  const server = await startTestServer({
    flush: async () => {
      flushBegan();
      if (isHeld) await new Promise<void>((resolve) => (release = resolve));
    },
  });
  const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);
  const contents = async () => {
    const { messages } = await mia.ok('GET', '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: 'general' }],
      apply_markdown: false,
    });
    return messages.map(({ content }: { content: string }) => content);
  };
  const names = async (path: string, list: string) =>
    (await mia.ok('GET', path))[list].map(({ name }: { name: string }) => name);
  const general = (await mia.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;
  const sees = async () => ({
    messages: (await contents()).includes('not on disk'),
    topics: (await names(`/users/me/${general}/topics`, 'topics')).includes('unflushed'),
    channels: (await names('/streams', 'streams')).includes('unflushed'),
  });
  await sees();
  isHeld = true;
  const flushing = new Promise<void>((resolve) => (flushBegan = resolve));
  const pendingWrites = Promise.all([
    mel.sendToChannel('general', 'unflushed', 'not on disk'),
    olive.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'unflushed' }] }),
  ]);
  await flushing;
  assert.deepEqual(await sees(), { messages: false, topics: false, channels: false });
  isHeld = false;
  release();
  await pendingWrites;
  assert.deepEqual(await sees(), { messages: true, topics: true, channels: true });
});
