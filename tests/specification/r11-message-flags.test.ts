// The meaning of each flag of a message, and which flags can be changed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { flagsFor } from './reading.ts';

const server = await startTestServer();
const [adam, mel, mia, max] = await Promise.all([
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const change = (op: string, flag: string, id: number, person = mia) =>
  person.ok('POST', '/messages/flags', { messages: [id], op, flag });
const edit = (id: number, content: string) => mel.ok('PATCH', `/messages/${id}`, { content });

async function sentFrom(client: string): Promise<number> {
  const values = { type: 'channel', to: JSON.stringify('general'), topic: 'clients', content: 'x' };
  return (await mel.request('POST', '/messages', values, { 'user-agent': client })).body.id;
}

test('R-flag.1 a message is unread until it is marked read', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'x');
  assert.deepEqual(await flagsFor(mia, id), []);
  await change('add', 'read', id);
  assert.deepEqual(await flagsFor(mia, id), ['read']);
});

test('R-flag.2 a message is read for its sender if a client for people sent it', async () => {
  assert.deepEqual(await flagsFor(mel, await sentFrom('website')), ['read']);
  assert.deepEqual(await flagsFor(mel, await sentFrom('my-script/1.0')), []);
});

test('R-flag.3 R-flag.4 R-flag.12 read, starred and collapsed can be added and removed', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'x');
  for (const flag of ['read', 'starred', 'collapsed']) {
    await change('add', flag, id);
    assert.ok((await flagsFor(mia, id)).includes(flag));
    await change('remove', flag, id);
    assert.ok(!(await flagsFor(mia, id)).includes(flag));
  }
});

test('R-flag.5 mentioned is set by mentions of a person or their group', async () => {
  const direct = await mel.sendToChannel('general', 'flags', '@**Mia Member**');
  assert.ok((await flagsFor(mia, direct)).includes('mentioned'));
  assert.ok(!(await flagsFor(max, direct)).includes('mentioned'));
  const group = { name: 'crew', description: '', members: [mia.userId] };
  await adam.ok('POST', '/user_groups/create', group);
  const through = await mel.sendToChannel('general', 'flags', '@*crew*');
  assert.ok((await flagsFor(mia, through)).includes('mentioned'));
  assert.ok(!(await flagsFor(max, through)).includes('mentioned'));
});

test('R-flag.6 R-flag.11 stream_wildcard_mentioned is set by mentions of a channel', async () => {
  const id = await mel.sendToChannel('engineering', 'everybody', '@**all** listen');
  assert.deepEqual(await flagsFor(mia, id), ['stream_wildcard_mentioned', 'wildcard_mentioned']);
});

test('R-flag.7 R-flag.11 topic_wildcard_mentioned is set by mentions of a topic', async () => {
  await mia.sendToChannel('general', 'a topic', 'I take part');
  const id = await mel.sendToChannel('general', 'a topic', '@**topic** listen');
  assert.deepEqual(await flagsFor(mia, id), ['topic_wildcard_mentioned', 'wildcard_mentioned']);
  assert.deepEqual(await flagsFor(max, id), []);
});

test('R-flag.8 has_alert_word is set by alert words', async () => {
  await mia.ok('POST', '/users/me/alert_words', { alert_words: ['pineapple'] });
  const id = await mel.sendToChannel('general', 'flags', 'a pineapple for lunch');
  assert.deepEqual(await flagsFor(mia, id), ['has_alert_word']);
  assert.deepEqual(await flagsFor(max, id), []);
});

test('R-flag.9 flags derived from the content change with an edit', async () => {
  await mia.sendToChannel('engineering', 'edited', 'I take part');
  const contents = [
    ['@**Mia Member**', ['mentioned']],
    ['@**all**', ['stream_wildcard_mentioned', 'wildcard_mentioned']],
    ['@**topic**', ['topic_wildcard_mentioned', 'wildcard_mentioned']],
    ['a pineapple', ['has_alert_word']],
    ['nothing', []],
  ] as const;
  const id = await mel.sendToChannel('engineering', 'edited', 'nothing yet');
  for (const [content, flags] of contents) {
    await edit(id, content);
    assert.deepEqual(await flagsFor(mia, id), flags, content);
  }
});

test('R-flag.10 historical is set when an old message enters the history', async () => {
  const starred = await adam.sendToChannel('design', 'history', 'mel is not here');
  await change('add', 'starred', starred, mel);
  assert.ok((await flagsFor(mel, starred)).includes('historical'));
  const reactedId = await adam.sendToChannel('design', 'history', 'nor now');
  await mel.ok('POST', `/messages/${reactedId}/reactions`, { emoji_name: 'wave' });
  assert.ok((await flagsFor(mel, reactedId)).includes('historical'));
  assert.ok(!(await flagsFor(mia, reactedId)).includes('historical'));
});

test('R-flag.13 the other flags cannot be changed', async () => {
  const id = await mel.sendToChannel('general', 'flags', '@**Mia Member**');
  const before = await flagsFor(mia, id);
  for (const flag of [
    'mentioned',
    'stream_wildcard_mentioned',
    'topic_wildcard_mentioned',
    'wildcard_mentioned',
    'has_alert_word',
    'historical',
  ]) {
    for (const op of ['add', 'remove']) {
      await mia.refused('POST', '/messages/flags', { messages: [id], op, flag }, 'BAD_REQUEST');
    }
  }
  assert.deepEqual(await flagsFor(mia, id), before);
});
