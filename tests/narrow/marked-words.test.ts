// Keyword searches combined with a channel, topic, sender or `has` term: the word index stays correct after messages were
// edited, moved and reacted to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);

interface Term {
  readonly operator: string;
  readonly operand: unknown;
}

/** The messages with "quince" that also match the terms, oldest first. */
async function quinces(...terms: readonly Term[]): Promise<number[]> {
  const { messages } = await olive.ok('GET', '/messages', {
    narrow: [{ operator: 'search', operand: 'quince' }, ...terms],
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
  });
  return messages.map(({ id }: { id: number }) => id);
}

function quincesWith(operator: string, operand: unknown): Promise<number[]> {
  return quinces({ operator, operand });
}

function move(id: number, change: Record<string, unknown>): Promise<unknown> {
  return olive.ok('PATCH', `/messages/${id}`, {
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
    ...change,
  });
}

const { stream_id: otherChannelId } = await olive
  .ok('GET', '/get_stream_id', { stream: 'random' })
  .catch(async () => {
    await olive.ok('POST', '/channels/create', { name: 'random', subscribers: [olive.userId, mel.userId] });
    return olive.ok('GET', '/get_stream_id', { stream: 'random' });
  });

test('words are combined with channels, topics and senders', async () => {
  const first = await mel.sendToChannel('general', 'fruit', 'a quince');
  const second = await olive.sendToChannel('general', 'fruit', 'another quince');
  const { id: direct } = await mel.ok('POST', '/messages', {
    type: 'direct',
    to: [olive.userId],
    content: 'a quince for you',
  });
  assert.deepEqual(await quinces(), [first, second, direct]);
  assert.deepEqual(await quincesWith('channel', 'general'), [first, second]);
  assert.deepEqual(await quincesWith('topic', 'fruit'), [first, second]);
  assert.deepEqual(await quincesWith('sender', mel.userId), [first, direct]);
  assert.deepEqual(await quincesWith('dm', [mel.userId]), [direct]);
  assert.deepEqual(
    await quinces({ operator: 'channel', operand: 'general' }, { operator: 'sender', operand: mel.userId }),
    [first],
  );
});

test('words with has:link match from the edit that adds a link to the one that removes it', async () => {
  const id = await olive.sendToChannel('general', 'links', 'a quince');
  assert.deepEqual(await quincesWith('has', 'link'), []);
  await olive.ok('PATCH', `/messages/${id}`, { content: 'a quince at https://example.com/tree' });
  assert.deepEqual(await quincesWith('has', 'link'), [id]);
  await olive.ok('PATCH', `/messages/${id}`, { content: 'a quince again' });
  assert.deepEqual(await quincesWith('has', 'link'), []);
});

test('words with has:reaction match from the first reaction to the removal of the last', async () => {
  const id = await olive.sendToChannel('general', 'reactions', 'a quince');
  const path = `/messages/${id}/reactions`;
  assert.deepEqual(await quincesWith('has', 'reaction'), []);
  for (const emoji_name of ['octopus', 'heart']) await mel.ok('POST', path, { emoji_name });
  assert.deepEqual(await quincesWith('has', 'reaction'), [id]);
  await olive.ok('PATCH', `/messages/${id}`, { content: 'a riper quince' });
  assert.deepEqual(await quincesWith('has', 'reaction'), [id]);
  for (const emoji_name of ['octopus', 'heart']) await mel.ok('DELETE', path, { emoji_name });
  assert.deepEqual(await quincesWith('has', 'reaction'), []);
  await mel.ok('POST', path, { emoji_name: 'heart' });
  assert.deepEqual(await quincesWith('has', 'reaction'), [id]);
});

test('words are found in the channel to which a message or a whole topic was moved', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 3; count++)
    ids.push(await olive.sendToChannel('general', 'moving', 'a quince'));
  const [first = 0, , last = 0] = ids;
  const inTopic = (channel: string) =>
    quinces({ operator: 'channel', operand: channel }, { operator: 'topic', operand: 'moving' });
  const inChannel = async (channel: string) =>
    (await quincesWith('channel', channel)).filter((id) => ids.includes(id));
  await move(last, { stream_id: otherChannelId, propagate_mode: 'change_one' });
  assert.deepEqual(await inChannel('random'), [last]);
  assert.deepEqual(await inTopic('general'), ids.slice(0, 2));
  await move(first, { stream_id: otherChannelId, propagate_mode: 'change_all' });
  assert.deepEqual(await inChannel('random'), ids);
  assert.deepEqual(await inChannel('general'), []);
  assert.deepEqual(await inTopic('random'), ids);
});

test('words of many moved messages are found before and after all of them are reindexed', async () => {
  const ids: number[] = [];
  for (let count = 0; count < 5; count++) ids.push(await olive.sendToChannel('general', 'many', 'a quince'));
  const found = async (channel: string) =>
    (await quincesWith('channel', channel)).filter((id) => ids.includes(id));
  // Nothing reindexes them until the test does.
  await server.server.scheduler.close();
  await withLimit('messagesReindexedPerUnit', 2, () =>
    move(ids[0] ?? 0, { stream_id: otherChannelId, propagate_mode: 'change_all' }),
  );
  assert.deepEqual(await found('random'), ids);
  assert.deepEqual(await found('general'), []);
  await server.server.scheduler.runDue();
  assert.deepEqual(await found('random'), ids);
  assert.deepEqual(await found('general'), []);
});
