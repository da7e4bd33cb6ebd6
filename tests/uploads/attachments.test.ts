// Uploads are kept in sync with the messages that link them: as these are sent, edited and deleted, uploaders get events, and
// files that are no longer linked are deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { load, png, type Upload, upload } from './support.ts';

let ahead = 0;
const server = await startTestServer({ clock: () => Date.now() / 1000 + ahead });
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);

async function attachment({ pathId }: Upload) {
  const { attachments } = await mel.ok('GET', '/attachments');
  return attachments.find((one: { path_id: string }) => one.path_id === pathId);
}

async function isStored({ pathId }: Upload): Promise<boolean> {
  const files = await server.storedFiles(`uploads/${pathId.split('/').slice(0, 3).join('/')}`);
  return files.length > 0;
}

async function search(client: typeof mel, operand: string): Promise<number[]> {
  const { messages } = await client.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'has', operand }],
  });
  return messages.map((message: { id: number }) => message.id);
}

test('a message that links a file is listed with it, and the uploader gets an event', async () => {
  const file = await upload(mel, 'a.png', await png(3, 2));
  let id = 0;
  const eventLists = await expectFold([mel, mia, gus], async () => {
    id = await mel.sendDirect([mia.userId], `[a](${file.url})`);
  });
  assert.deepEqual(
    eventLists[0]?.map((event) => event.type),
    ['message', 'attachment'],
  );
  const event = eventLists[0]?.[1];
  assert.equal(event.op, 'update');
  assert.deepEqual(event.attachment.message_ids, [id]);
  assert.deepEqual(event.attachment, await attachment(file));
  assert.equal(event.upload_space_used, (await mel.ok('GET', '/attachments')).upload_space_used);
  assert.deepEqual(
    eventLists[1]?.map((one) => one.type),
    ['message'],
  );
  assert.deepEqual(eventLists[2], []);
  assert.ok((await search(mia, 'attachment')).includes(id));
  assert.ok((await search(mia, 'image')).includes(id));
});

test('messages of others count too, once however often they link it', async () => {
  const file = await upload(mel, 'a.txt', 'content');
  const first = await mel.sendDirect(
    [mia.userId],
    `[a](${file.url}) [b](${file.url}?x=1) ${server.url}${file.url}`,
  );
  const listener = await mel.registerQueue();
  const second = await mia.sendDirect([gus.userId], `[a](${file.url})`);
  const [event] = await listener.eventsOf('attachment');
  assert.deepEqual(event.attachment.message_ids, [first, second]);
  assert.deepEqual((await attachment(file)).message_ids, [first, second]);
});

test('an edit removes and adds links, and the answer lists detached files', async () => {
  const [one, two, sharedFile] = [
    await upload(mel, 'one.txt', '1'),
    await upload(mel, 'two.txt', '2'),
    await upload(mel, 'shared.txt', '3'),
  ];
  const other = await mel.sendDirect([gus.userId], `[s](${sharedFile.url})`);
  const id = await mel.sendDirect([mia.userId], `[1](${one.url}) [s](${sharedFile.url})`);
  let detached: { readonly name: string; readonly message_ids: readonly number[] }[] = [];
  const eventLists = await expectFold([mel, mia], async () => {
    const answer = await mel.ok('PATCH', `/messages/${id}`, { content: `[2](${two.url})` });
    detached = answer.detached_uploads;
  });
  assert.deepEqual(detached, [{ ...(await attachment(one)), message_ids: [] }]);
  const changes = eventLists[0]?.map((event) => [
    event.type,
    event.attachment?.name,
    event.attachment?.message_ids,
  ]);
  assert.equal(changes?.[0]?.[0], 'update_message');
  assert.deepEqual(changes?.slice(1).sort(), [
    ['attachment', 'one.txt', []],
    ['attachment', 'shared.txt', [other]],
    ['attachment', 'two.txt', [id]],
  ]);
  assert.deepEqual(
    eventLists[1]?.map((event) => event.type),
    ['update_message'],
  );
  assert.equal((await load(mia, one.url)).status, 403);
  assert.equal((await load(mia, two.url)).status, 200);
  const answer = await mel.ok('PATCH', `/messages/${id}`, { content: 'nothing' });
  assert.deepEqual(
    answer.detached_uploads.map((upload: { name: string }) => upload.name),
    ['two.txt'],
  );
  assert.ok(!(await search(mel, 'attachment')).includes(id));
});

test('an edit does not report others’ files as detached', async () => {
  const file = await upload(mel, 'a.txt', 'content');
  const own = await mel.sendDirect([mia.userId], `[a](${file.url})`);
  const reshared = await mia.sendDirect([gus.userId], `[a](${file.url})`);
  await mel.ok('PATCH', `/messages/${own}`, { content: 'nothing' });
  const answer = await mia.ok('PATCH', `/messages/${reshared}`, { content: 'nothing' });
  assert.deepEqual(answer.detached_uploads, []);
});

test('files that only the last deleted message linked are deleted, from the disk too', async () => {
  const [file, keptFile] = [await upload(mel, 'a.txt', 'content'), await upload(mel, 'b.txt', 'content')];
  const id = await mel.sendDirect([mia.userId], `[a](${file.url}) [b](${keptFile.url})`);
  const other = await mia.sendDirect([gus.userId], `[b](${keptFile.url})`);
  const attached = await attachment(file);
  const { upload_space_used: used } = await mel.ok('GET', '/attachments');
  const eventLists = await expectFold([mel, mia], async () => {
    await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 'unlimited' });
    await mel.ok('DELETE', `/messages/${id}`);
  });
  const events = eventLists[0]?.filter((event) => event.type === 'attachment');
  assert.deepEqual(
    events?.map(({ op, attachment: one }) => [op, one.id === attached.id, one.message_ids]),
    [
      ['update', false, [other]],
      ['remove', true, undefined],
    ],
  );
  assert.deepEqual(Object.keys(events?.[1].attachment), ['id']);
  assert.equal(events?.[1].upload_space_used, used - 7);
  assert.ok(!eventLists[1]?.some((event) => event.type === 'attachment'));
  assert.equal(await attachment(file), undefined);
  assert.equal((await load(mel, file.url)).status, 404);
  await server.server.scheduler.runDue();
  assert.equal(await isStored(file), false);
  assert.equal(await isStored(keptFile), true);
  assert.equal((await load(gus, keptFile.url)).status, 200);
});

test('deleting a topic deletes files that only it linked', async () => {
  const file = await upload(olive, 'a.txt', 'content');
  await olive.ok('POST', '/channels/create', { name: 'short-lived', subscribers: [olive.userId] });
  await olive.sendToChannel('short-lived', 'topic', `[a](${file.url})`);
  await olive.sendToChannel('short-lived', 'topic', `[a](${file.url})`);
  const { stream_id: channelId } = await olive.ok('GET', '/get_stream_id', { stream: 'short-lived' });
  await olive.ok('POST', `/streams/${channelId}/delete_topic`, { topic_name: 'topic' });
  assert.equal((await load(olive, file.url)).status, 404);
});

test('a deleted message keeps a file that a scheduled message links', async () => {
  const file = await upload(mel, 'later.txt', 'content');
  const id = await mel.sendDirect([mia.userId], `[a](${file.url})`);
  const { scheduled_message_id: scheduledId } = await mel.ok('POST', '/scheduled_messages', {
    type: 'direct',
    to: [gus.userId],
    content: `[a](${file.url})`,
    scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 365 * 86_400,
  });
  await mel.ok('DELETE', `/messages/${id}`);
  assert.deepEqual((await attachment(file)).message_ids, []);
  await mel.ok('DELETE', `/scheduled_messages/${scheduledId}`);
});

test('only the uploader deletes a file, and only once', async () => {
  const file = await upload(mel, 'a.txt', 'content');
  const id = await mel.sendDirect([mia.userId], `[a](${file.url})`);
  const { id: attachmentId } = await attachment(file);
  for (const client of [mia, olive, gus]) {
    await client.refused('DELETE', `/attachments/${attachmentId}`, {}, 'BAD_REQUEST', 'Invalid attachment');
  }
  const eventLists = await expectFold([mel, mia], () => mel.ok('DELETE', `/attachments/${attachmentId}`));
  assert.deepEqual(
    eventLists[0]?.map(({ type, op, attachment: one }) => [type, op, one]),
    [['attachment', 'remove', { id: attachmentId }]],
  );
  assert.deepEqual(eventLists[1], []);
  assert.equal((await load(mia, file.url)).status, 404);
  await server.server.scheduler.runDue();
  assert.equal(await isStored(file), false);
  await mel.refused('DELETE', `/attachments/${attachmentId}`, {}, 'BAD_REQUEST', 'Invalid attachment');
  await mel.refused('DELETE', '/attachments/999999', {}, 'BAD_REQUEST', 'Invalid attachment');
  assert.equal((await mia.ok('GET', `/messages/${id}`)).message.id, id);
});

test('bound unclaimedUploadDays: an unused upload is deleted after some weeks', async () => {
  const [unused, sent, drafted] = [
    await upload(mel, 'unused.txt', '1'),
    await upload(mel, 'sent.txt', '2'),
    await upload(mel, 'drafted.txt', '3'),
  ];
  await mel.sendDirect([mia.userId], `[a](${sent.url})`);
  await mel.ok('POST', '/drafts', {
    drafts: [{ type: '', to: [], topic: '', content: `[d](${drafted.url})` }],
  });
  await server.server.scheduler.runDue();
  assert.ok(await attachment(unused));
  const listener = await mel.registerQueue();
  ahead = limits.unclaimedUploadDays * 86_400 + 60;
  await server.server.scheduler.runDue();
  assert.equal(await attachment(unused), undefined);
  assert.equal(await isStored(unused), false);
  assert.ok((await attachment(sent)) && (await attachment(drafted)));
  const ops = (await listener.eventsOf('attachment')).map((event) => event.op);
  assert.ok(ops.length > 0 && ops.every((op) => op === 'remove'));
  const { attachments, upload_space_used: used } = await mel.ok('GET', '/attachments');
  const others = await olive.ok('GET', '/attachments');
  const total = [...attachments, ...others.attachments].reduce((sum, { size }) => sum + size, 0);
  assert.equal(used, total);
});
