// The fields of a message, of its edits and of its reactions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { showServicePictures } from '../avatars/support.ts';
import { startTestServer } from '../support/server.ts';
import { gif, sendFiles } from '../uploads/support.ts';
import { channelIdOf, messageFor } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const design = await channelIdOf(adam, 'design');
const engineering = await channelIdOf(adam, 'engineering');
const silently = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
const edit = (id: number, values: Record<string, unknown>) =>
  adam.ok('PATCH', `/messages/${id}`, { ...silently, ...values });
const keys = (entry: object) => Object.keys(entry).sort();

test('R-message.1 id is unique, and pages are sorted by it', async () => {
  const ids = [await mel.sendToChannel('general', 'ids', '1'), await mia.sendDirect([mel.userId], '2')];
  ids.push(await mel.sendToChannel('engineering', 'ids', '3'));
  const { messages } = await mel.ok('GET', '/messages', { message_ids: [...ids].reverse() });
  const found = messages.map(({ id }: { id: number }) => id);
  assert.deepEqual(
    found,
    [...ids].sort((a, b) => a - b),
  );
  assert.equal(new Set(found).size, 3);
});

test('R-message.2 avatar_url is null only if the client computes the picture', async () => {
  await showServicePictures(olive, mia);
  const id = await mia.sendToChannel('general', 'pictures', 'x');
  const urlFor = async (client_extavatar: boolean) =>
    (await messageFor(mel, id, { client_extavatar })).avatar_url;
  await mia.ok('PATCH', '/settings', { email_address_visibility: 1 });
  assert.equal(await urlFor(true), null);
  assert.equal(typeof (await urlFor(false)), 'string');
  await mia.ok('PATCH', '/settings', { email_address_visibility: 4 });
  assert.equal(typeof (await urlFor(true)), 'string');
  assert.equal(typeof (await urlFor(false)), 'string');
});

test('R-message.3 client is the name of the sending client', async () => {
  const values = { type: 'channel', to: JSON.stringify('general'), topic: 'clients', content: 'x' };
  const { body } = await mel.request('POST', '/messages', values, { 'user-agent': 'MyTerminal/2.1' });
  assert.equal((await messageFor(mia, body.id)).client, 'MyTerminal');
});

test('R-message.4 R-message.5 content and content_type follow apply_markdown', async () => {
  const id = await mel.sendToChannel('general', 'content', 'in **bold**');
  const html = await messageFor(mia, id, { apply_markdown: true });
  assert.deepEqual([html.content, html.content_type], ['<p>in <strong>bold</strong></p>', 'text/html']);
  const raw = await messageFor(mia, id, { apply_markdown: false });
  assert.deepEqual([raw.content, raw.content_type], ['in **bold**', 'text/x-markdown']);
});

test('R-message.6 display_recipient is a text for channels and a list for direct messages', async () => {
  const inChannel = await messageFor(mia, await mel.sendToChannel('general', 'places', 'x'));
  assert.equal(inChannel.display_recipient, 'general');
  const { display_recipient: people } = await messageFor(mia, await mel.sendDirect([mia.userId], 'x'));
  assert.deepEqual(people.map(({ id }: { id: number }) => id).sort(), [mel.userId, mia.userId].sort());
});

test('R-message.7 edit_history has the most recent edit first', async () => {
  const id = await adam.sendToChannel('engineering', 'edits', 'one');
  await edit(id, { content: 'two' });
  await edit(id, { content: 'three' });
  const { edit_history: edits } = await messageFor(mia, id);
  assert.deepEqual(
    edits.map((entry: { prev_content: string }) => entry.prev_content),
    ['two', 'one'],
  );
});

test('R-message.8 edit_history is left out if there are no edits', async () => {
  const id = await adam.sendToChannel('engineering', 'hidden edits', 'one');
  assert.ok(!('edit_history' in (await messageFor(mia, id))));
  await edit(id, { content: 'two' });
  await olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'none' });
  assert.ok(!('edit_history' in (await messageFor(mia, id))));
  await olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'all' });
  assert.ok('edit_history' in (await messageFor(mia, id)));
});

test('R-message.9 is_me_message is true for messages that begin with /me', async () => {
  const isMeMessage = async (content: string) =>
    (await messageFor(mia, await mel.sendToChannel('general', 'me', content))).is_me_message;
  assert.equal(await isMeMessage('/me waves'), true);
  assert.equal(await isMeMessage('not /me'), false);
});

test('R-message.10 last_edit_timestamp is the time of the last edit of the content', async () => {
  const id = await adam.sendToChannel('engineering', 'edited', 'one');
  await edit(id, { topic: 'edited and moved' });
  assert.ok(!('last_edit_timestamp' in (await messageFor(mia, id))));
  await edit(id, { content: 'two' });
  assert.ok(Math.abs((await messageFor(mia, id)).last_edit_timestamp - Date.now() / 1000) < 120);
});

test('R-message.11 last_moved_timestamp is the time of the last move', async () => {
  const id = await adam.sendToChannel('engineering', 'settled', 'one');
  await edit(id, { content: 'two' });
  await edit(id, { topic: '✔ settled' });
  await edit(id, { topic: 'settled' });
  assert.ok(!('last_moved_timestamp' in (await messageFor(mia, id))));
  await edit(id, { topic: 'elsewhere' });
  assert.ok(Math.abs((await messageFor(mia, id)).last_moved_timestamp - Date.now() / 1000) < 120);
  const other = await adam.sendToChannel('engineering', 'channel', 'one');
  await edit(other, { stream_id: design });
  assert.ok(Number.isInteger((await messageFor(mia, other)).last_moved_timestamp));
});

test('R-message.12 R-message.20 reactions are sorted by age, each with four fields', async () => {
  const id = await mel.sendToChannel('general', 'reactions', 'x');
  const addedReactions = [
    [max, 'tada'],
    [mel, 'wave'],
    [mia, 'car'],
  ] as const;
  for (const [person, emoji_name] of addedReactions)
    await person.ok('POST', `/messages/${id}/reactions`, { emoji_name });
  const { reactions } = await messageFor(mel, id);
  assert.deepEqual(
    reactions.map((one: { emoji_name: string; user_id: number }) => [one.user_id, one.emoji_name]),
    addedReactions.map(([person, name]) => [person.userId, name]),
  );
  for (const one of reactions) {
    assert.deepEqual(keys(one), ['emoji_code', 'emoji_name', 'reaction_type', 'user_id']);
  }
});

test('R-message.13 recipient_id is one number for each conversation', async () => {
  const recipientIdOf = async (id: number) => (await messageFor(mel, id)).recipient_id;
  const direct = [await mel.sendDirect([mia.userId], '1'), await mia.sendDirect([mel.userId], '2')];
  const group = await mel.sendDirect([mia.userId, max.userId], '3');
  const general = [
    await mel.sendToChannel('general', 'a', '4'),
    await mia.sendToChannel('general', 'b', '5'),
  ];
  const other = await mel.sendToChannel('engineering', 'a', '6');
  const [a, b, c, d, e, f] = await Promise.all([...direct, group, ...general, other].map(recipientIdOf));
  assert.ok(Number.isInteger(a));
  assert.equal(a, b);
  assert.equal(d, e);
  assert.equal(new Set([a, c, d, f]).size, 4);
});

test('R-message.14 sender_short_name does not exist', async () => {
  assert.ok(
    !('sender_short_name' in (await messageFor(mia, await mel.sendToChannel('general', 'names', 'x')))),
  );
});

test('R-message.15 R-message.16 R-message.19 an edit of the content has the previous content', async () => {
  const id = await adam.sendToChannel('engineering', 'entries', '*one*');
  await edit(id, { content: 'two' });
  const [{ timestamp, ...entry }] = (await messageFor(mia, id)).edit_history;
  assert.ok(Number.isInteger(timestamp));
  assert.deepEqual(entry, {
    user_id: adam.userId,
    prev_content: '*one*',
    prev_rendered_content: '<p><em>one</em></p>',
  });
});

test('R-message.15 R-message.17 a move to another channel has both channels', async () => {
  const id = await adam.sendToChannel('engineering', 'moving', 'x');
  await edit(id, { stream_id: design });
  const [{ timestamp, ...entry }] = (await messageFor(mia, id)).edit_history;
  assert.ok(Number.isInteger(timestamp));
  assert.deepEqual(entry, { user_id: adam.userId, prev_stream: engineering, stream: design });
});

test('R-message.15 R-message.18 a move to another topic has both topics', async () => {
  const id = await adam.sendToChannel('engineering', 'before', 'x');
  await edit(id, { topic: 'after' });
  const [{ timestamp, ...entry }] = (await messageFor(mia, id)).edit_history;
  assert.ok(Number.isInteger(timestamp));
  assert.deepEqual(entry, { user_id: adam.userId, prev_topic: 'before', topic: 'after' });
});

test('R-message.21 the code of a Unicode emoji consists of its code points', async () => {
  const id = await mel.sendToChannel('general', 'codes', 'x');
  await mia.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'wave' });
  const { reactions } = await messageFor(mel, id);
  assert.deepEqual([reactions[0].emoji_code, reactions[0].reaction_type], ['1f44b', 'unicode_emoji']);
  await mia.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'flag_greece' });
  assert.equal((await messageFor(mel, id)).reactions.at(-1).emoji_code, '1f1ec-1f1f7');
});

test('R-message.22 the code of an uploaded emoji is its id', async () => {
  await sendFiles(mel, '/realm/emoji/ours', [{ name: 'ours.gif', bytes: gif(1), type: 'image/gif' }]);
  const { emoji } = await mel.ok('GET', '/realm/emoji');
  const [ours] = Object.values(emoji as Record<string, { id: string; name: string }>);
  const id = await mel.sendToChannel('general', 'codes', 'x');
  await mia.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'ours' });
  const [reaction] = (await messageFor(mel, id)).reactions;
  assert.deepEqual([reaction.emoji_code, reaction.reaction_type], [ours?.id, 'realm_emoji']);
});

test('R-message.23 the code of an emoji that is part of the product is its name', async () => {
  const id = await mel.sendToChannel('general', 'codes', 'x');
  const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'service_extra_emoji' };
  await mia.ok('POST', `/messages/${id}/reactions`, extra);
  const parameters = { message_ids: [id] };
  const { body } = await mel.request('GET', '/messages', parameters, { 'user-agent': 'my-program/1.0' });
  const [reaction] = body.messages[0].reactions;
  assert.deepEqual([reaction.emoji_code, reaction.reaction_type], ['zulip', 'service_extra_emoji']);
});
