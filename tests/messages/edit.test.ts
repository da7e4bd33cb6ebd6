// Editing the content of messages: who may do it, what is recomputed, and which events are sent.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const path = (id: number) => `/messages/${id}`;
const edit = (id: number, change: Json) => mel.ok('PATCH', path(id), change);

/** The message as an account fetches it. */
async function fetched(client: typeof mel, id: number, parameters: Json = {}) {
  return (await client.ok('GET', path(id), parameters)).message;
}

test('an edit is delivered to the subscribers with both versions', async () => {
  const id = await mel.sendToChannel('engineering', 'edits', 'first **version**');
  const [miaEvents, gusEvents] = await expectFold([mia, gus], () => edit(id, { content: 'second version' }));
  assert.ok(miaEvents && gusEvents);
  assert.deepEqual(gusEvents, []);
  const [event] = miaEvents;
  const { edit_timestamp, stream_id, id: _, ...rest } = event;
  assert.deepEqual(rest, {
    type: 'update_message',
    user_id: mel.userId,
    rendering_only: false,
    message_id: id,
    message_ids: [id],
    stream_name: 'engineering',
    orig_content: 'first **version**',
    orig_rendered_content: '<p>first <strong>version</strong></p>',
    content: 'second version',
    rendered_content: '<p>second version</p>',
    is_me_message: false,
    flags: [],
  });
  assert.ok(Number.isInteger(edit_timestamp) && Number.isInteger(stream_id));
});

test('an edited message has its new content, the time of the edit and its history', async () => {
  const id = await mel.sendToChannel('engineering', 'edits', 'old words');
  await edit(id, { content: '/me has new words' });
  const message = await fetched(mia, id);
  assert.match(message.content, /has new words/);
  assert.equal(message.is_me_message, true);
  assert.ok(Number.isInteger(message.last_edit_timestamp));
  assert.equal(message.last_moved_timestamp, undefined);
  assert.equal(message.edit_history.length, 1);
  assert.equal(message.edit_history[0].prev_content, 'old words');
  assert.equal(message.edit_history[0].user_id, mel.userId);
});

test('mentions and alert words are recomputed for each account', async () => {
  const id = await mel.sendToChannel('general', 'mentions', 'hello @**Mia Member**');
  assert.ok((await fetched(mia, id)).flags.includes('mentioned'));
  const [miaEvents, maxEvents] = await expectFold([mia, max], () =>
    edit(id, { content: 'hello @**Max Member** and @**all**' }),
  );
  assert.deepEqual(miaEvents?.[0].flags, ['stream_wildcard_mentioned', 'wildcard_mentioned']);
  assert.deepEqual(maxEvents?.[0].flags, ['mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
  assert.ok(!(await fetched(mia, id)).flags.includes('mentioned'));
  assert.ok((await fetched(max, id)).flags.includes('mentioned'));
  await edit(id, { content: 'nobody' });
  assert.deepEqual((await fetched(max, id)).flags, []);
});

test('the event of an edit has the viewer’s own flags: read, starred', async () => {
  const id = await mel.sendToChannel('general', 'flags', 'one');
  await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
  await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
  const [miaEvents, maxEvents, melEvents] = await expectFold([mia, max, mel], () =>
    edit(id, { content: 'two' }),
  );
  assert.deepEqual(miaEvents?.[0].flags, ['read', 'starred']);
  assert.deepEqual(maxEvents?.[0].flags, []);
  assert.deepEqual(melEvents?.[0].flags, ['read']);
});

test('search finds the new words and not the old ones', async () => {
  const id = await mel.sendToChannel('general', 'search', 'xylophone');
  await edit(id, { content: 'saxophone' });
  const found = async (word: string) =>
    (
      await mia.ok('GET', '/messages', {
        anchor: 'newest',
        num_before: 10,
        num_after: 0,
        narrow: [{ operator: 'search', operand: word }],
      })
    ).messages.map((message: { id: number }) => message.id);
  assert.deepEqual(await found('saxophone'), [id]);
  assert.deepEqual(await found('xylophone'), []);
});

test('the edit of a direct message is delivered to its participants', async () => {
  const id = await mel.sendDirect([mia.userId], 'secret');
  const [miaEvents, maxEvents] = await expectFold([mia, max], () => edit(id, { content: 'open' }));
  assert.equal(miaEvents?.[0].content, 'open');
  assert.equal(miaEvents?.[0].stream_id, undefined);
  assert.deepEqual(maxEvents, []);
});

test('an emptied message reads as deleted', async () => {
  const id = await mel.sendToChannel('general', 'emptied', 'something');
  await edit(id, { content: '   ' });
  assert.equal((await fetched(mel, id, { apply_markdown: false })).content, '(deleted)');
});

test('an edit without permission is refused with the reason', async () => {
  const id = await mel.sendToChannel('engineering', 'rights', 'mine');
  const change = { content: 'yours' };
  const denied = "You don't have permission to edit this message";
  await mia.refused('PATCH', path(id), change, 'BAD_REQUEST', denied);
  await olive.refused('PATCH', path(id), change, 'BAD_REQUEST', denied);
  await gus.refused('PATCH', path(id), change, 'BAD_REQUEST', 'Invalid message(s)');
  await mel.refused('PATCH', path(99_999_999), change, 'BAD_REQUEST', 'Invalid message(s)');
  const bots = await helper.sendToChannel('engineering', 'rights', 'from a bot');
  await mel.refused('PATCH', path(bots), change, 'BAD_REQUEST', denied);
});

test('contradictory parameters are refused and change nothing', async () => {
  const id = await mel.sendToChannel('general', 'nonsense', 'text');
  const direct = await mel.sendDirect([mia.userId], 'text');
  const { channel_id: channelId } = await server.server.services.database
    .reader(1)
    .db.selectFrom('message')
    .select('channel_id')
    .where('id', '=', await mel.sendToChannel('engineering', 'elsewhere', 'x'))
    .executeTakeFirstOrThrow();
  const refused = (target: number, change: Json, message: string) =>
    mel.refused('PATCH', path(target), change, 'BAD_REQUEST', message);
  await refused(id, {}, 'Nothing to change');
  await refused(id, { topic: 'nonsense' }, 'Nothing to change');
  await refused(
    id,
    { propagate_mode: 'change_all', content: 'x' },
    'Invalid propagate_mode without topic edit',
  );
  await refused(
    id,
    { stream_id: channelId, content: 'x' },
    'Cannot change message content while changing channel',
  );
  await refused(id, { topic: '✔' }, 'General chat cannot be marked as resolved');
  await refused(direct, { topic: 'x' }, 'Direct messages cannot have topics.');
  await refused(direct, { stream_id: channelId }, 'Direct messages cannot be moved to channels.');
  await refused(id, { propagate_mode: 'change_some', topic: 'x' }, 'Invalid propagate_mode');
  assert.equal((await fetched(mel, id, { apply_markdown: false })).content, 'text');
});

test('an edit with the hash of another version is refused', async () => {
  const id = await mel.sendToChannel('general', 'hashes', 'version 1');
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  await mel.refused(
    'PATCH',
    path(id),
    { content: 'version 3', prev_content_sha256: hash('version 2') },
    'EXPECTATION_MISMATCH',
    "'prev_content_sha256' value does not match the expected value.",
  );
  await edit(id, { content: 'version 2', prev_content_sha256: hash('version 1') });
});

test('only one of two concurrent edits with the same hash succeeds', async () => {
  const id = await mel.sendToChannel('general', 'race', 'start');
  const prev_content_sha256 = createHash('sha256').update('start').digest('hex');
  const answers = await Promise.all(
    ['one', 'two'].map((content) => mel.request('PATCH', path(id), { content, prev_content_sha256 })),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 400]);
  const winner = answers[0]?.status === 200 ? 'one' : 'two';
  assert.equal((await fetched(mel, id, { apply_markdown: false })).content, winner);
});

test('a concurrent edit and deletion leave no trace of the text', async () => {
  const id = await olive.sendToChannel('general', 'race', 'start');
  const [editedId, deletedId] = await Promise.all([
    olive.request('PATCH', path(id), { content: 'changed' }),
    olive.request('DELETE', path(id)),
  ]);
  assert.equal(deletedId.status, 200);
  assert.ok(editedId.status === 200 || editedId.body.msg === 'Invalid message(s)');
  await olive.refused('GET', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
});

test('the organization can disable editing or limit its time', async () => {
  const id = await mel.sendToChannel('general', 'limits', 'text');
  await olive.ok('PATCH', '/realm', { allow_message_editing: false });
  await mel.refused(
    'PATCH',
    path(id),
    { content: 'x' },
    'BAD_REQUEST',
    'Your organization has turned off message editing',
  );
  await olive.ok('PATCH', '/realm', { allow_message_editing: true });
  await edit(id, { content: 'x' });
});
