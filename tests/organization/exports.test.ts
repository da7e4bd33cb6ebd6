// Exports of an organization's data: who may request them, their content, and the link to the archive.

import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { INCOMING } from '../../src/files/incoming-files.ts';
import { insertExport, updateExport } from '../../src/stores/exports/export-store.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { eventsUntil } from '../support/waiting.ts';
import { type Exported, filesOf, jsonIn, requestExport } from './exported.ts';

const ORGANIZATION = 1;

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);

let inPublic = 0;
let inPrivate = 0;
let direct = 0;
let directOfOthers = 0;
let inShared = 0;

before(async () => {
  const form = new FormData();
  form.set('file', new File(['exported bytes'], 'notes.txt'));
  const upload = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${mel.email}:${mel.apiKey}`)}` },
    body: form,
  });
  const { url } = (await upload.json()) as { url: string };
  inPublic = await mel.sendToChannel('general', 'export', `kept [notes](${url})`);
  await mia.ok('POST', `/messages/${inPublic}/reactions`, { emoji_name: 'tada' });
  await mel.ok('PATCH', `/messages/${inPublic}`, { topic: 'exports' });
  await mia.ok('POST', `/messages/${inPublic}/pin`);
  const { stream_id: general } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
  await mia.ok('POST', `/streams/${general}/pinned_topics`, { topic: 'exports' });
  inPrivate = await adam.sendToChannel('leadership', 'plans', 'between us');
  await mel.ok('POST', '/channels/create', {
    name: 'garden',
    subscribers: [mel.userId, mia.userId],
    invite_only: true,
    history_public_to_subscribers: true,
  });
  inShared = await mia.sendToChannel('garden', 'beds', 'tomatoes');
  direct = await mel.sendDirect([mia.userId], 'for you alone');
  directOfOthers = await max.sendDirect([gus.userId], 'none of their business');
});

describe('permissions for exports', () => {
  for (const [method, path] of [
    ['GET', '/export/realm'],
    ['POST', '/export/realm'],
    ['DELETE', '/export/realm/1'],
  ] as const) {
    test(`${method} ${path} is for administrators`, async () => {
      await mel.refused(method, path, {}, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization administrator');
    });
  }

  test('everyone’s private data is exported only if owners have access to all content', async () => {
    await olive.refused(
      'POST',
      '/export/realm',
      { export_type: 'full_without_consent' },
      'BAD_REQUEST',
      /^Invalid export_type: /,
    );
    await olive.refused(
      'POST',
      '/export/realm',
      { export_type: 'all' },
      'BAD_REQUEST',
      'Invalid export_type',
    );
  });
});

test('an export fails after three attempts, and then does not count', async () => {
  const { fileStore } = server.server.services;
  const write = fileStore.write.bind(fileStore);
  fileStore.write = () => Promise.reject(new Error('the disk is full'));
  const listener = await adam.registerQueue({ fetch_event_types: [], event_types: ['realm_export'] });
  const { id } = await adam.ok('POST', '/export/realm');
  for (let tries = 0; tries < 3; tries += 1) {
    const { exports } = await adam.ok('GET', '/export/realm');
    assert.ok(exports.find((one: Exported) => one.id === id).pending, `after ${tries} tries`);
    await server.server.scheduler.runDue();
  }
  fileStore.write = write;
  assert.deepEqual(await readdir(join(server.dataDirectory, INCOMING)), [], 'no file is left on disk');
  const isFailedExport = (one: Exported & { failed_timestamp: number | null }) =>
    one.id === id && one.failed_timestamp !== null && !one.pending && one.export_url === null;
  await eventsUntil(listener, ({ exports }) => exports?.some(isFailedExport));
  await adam.refused('DELETE', `/export/realm/${id}`, {}, 'BAD_REQUEST', 'Export failed, nothing to delete');
});

test('an export fails if the server died three times during it, and is not restarted', async () => {
  const { database } = server.server.services;
  const listener = await adam.registerQueue({ fetch_event_types: [], event_types: ['realm_export'] });
  const fresh = { accountId: adam.userId, kind: 'public', organizationUrl: server.url } as const;
  const id = await database.write(ORGANIZATION, async (writer) => {
    const exportId = await insertExport(writer, fresh);
    await updateExport(writer, exportId, { tries: 3 });
    return exportId;
  });
  await server.server.scheduler.runDue();
  const events = await eventsUntil(listener, ({ exports }) =>
    exports?.some((one: Exported) => one.id === id),
  );
  const failedExport = events.at(-1).exports.find((one: Exported) => one.id === id);
  assert.deepEqual([failedExport.pending, failedExport.export_url], [false, null]);
  assert.equal(typeof failedExport.failed_timestamp, 'number');
});

describe('a public export', () => {
  let createdExport: Exported;
  let files: Map<string, Buffer>;

  before(async () => {
    createdExport = await requestExport(adam);
    files = await filesOf(createdExport);
  });

  test('has the messages of public channels, and nothing else', () => {
    const ids = jsonIn(files, 'messages/').map(({ id }) => id);
    assert.ok(ids.includes(inPublic));
    for (const id of [inPrivate, inShared, direct, directOfOthers]) assert.ok(!ids.includes(id));
    assert.equal(new Set(ids).size, ids.length);
    assert.deepEqual(jsonIn(files, 'personal/'), []);
    assert.ok(!jsonIn(files, 'channels').some(({ name }) => name === 'leadership' || name === 'garden'));
  });

  test('has messages with their reactions and edits', () => {
    const message = jsonIn(files, 'messages/').find(({ id }) => id === inPublic);
    assert.equal(message.type, 'stream');
    assert.equal(message.topic, 'exports');
    assert.equal(message.sender_id, mel.userId);
    assert.match(message.content, /^kept \[notes\]/);
    assert.match(message.rendered_content, /^<p>kept /);
    assert.deepEqual(
      message.reactions.map(({ user_id, emoji_name }: { user_id: number; emoji_name: string }) => [
        user_id,
        emoji_name,
      ]),
      [[mia.userId, 'tada']],
    );
    assert.equal(message.edit_history[0].prev_topic, 'export');
  });

  test('has the pinned messages and topics', () => {
    const messages = jsonIn(files, 'messages/');
    const isPinnedBy = (wanted: number) => messages.find(({ id }) => id === wanted).pinned?.user_id;
    assert.equal(isPinnedBy(inPublic), mia.userId);
    assert.ok(messages.some(({ pinned }) => pinned === null));
    const general = jsonIn(files, 'channels').find(({ name }) => name === 'general');
    assert.deepEqual(
      general.pinned_topics.map(({ topic, user_id }: { topic: string; user_id: number }) => [topic, user_id]),
      [['exports', mia.userId]],
    );
  });

  test('has the uploads that the messages link to', () => {
    const upload = jsonIn(files, 'uploads').find(({ name }) => name === 'notes.txt');
    assert.equal(files.get(upload.file)?.toString(), 'exported bytes');
  });

  test('has the people, without addresses that administrators may not see', async () => {
    const users = jsonIn(files, 'users');
    assert.equal(users.find(({ user_id }) => user_id === mel.userId).delivery_email, 'mel@example.com');
    await max.ok('PATCH', '/settings', { email_address_visibility: 4 });
    const later = jsonIn(await filesOf(await requestExport(adam)), 'users');
    assert.equal(later.find(({ user_id }) => user_id === max.userId).delivery_email, null);
  });

  test('is listed as ready, and its requester is notified by Notification Bot', async () => {
    const { exports } = await olive.ok('GET', '/export/realm');
    const one = exports.find(({ id }: Exported) => id === createdExport.id);
    assert.equal(one.acting_user_id, adam.userId);
    assert.equal(one.export_type, 'public');
    assert.equal(one.pending, false);
    assert.equal(one.failed_timestamp, null);
    assert.equal(one.deleted_timestamp, null);
    assert.equal(one.export_from_prior_server, false);
    const { messages } = await adam.ok('GET', '/messages', {
      anchor: 'newest',
      num_before: 5,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'dm' }],
    });
    assert.ok(
      messages.some(
        ({ sender_full_name, content }: { sender_full_name: string; content: string }) =>
          sender_full_name === 'Notification Bot' && content.includes('export'),
      ),
    );
  });
});

test('with consent, an export also has the readable messages and stored data of the consenting person', async () => {
  await mel.ok('PATCH', '/settings', { allow_private_data_export: true });
  await mel.ok('POST', '/saved_snippets', { title: 'mine', content: 'a snippet' });
  await mel.ok('POST', '/users/me/muted_direct_conversations', { user_ids: [mia.userId] });
  const files = await filesOf(await requestExport(olive, { export_type: 'full_with_consent' }));
  const messages = jsonIn(files, 'messages/');
  const ids = messages.map(({ id }) => id);
  for (const id of [inPublic, inShared, direct]) assert.ok(ids.includes(id), String(id));
  for (const id of [inPrivate, directOfOthers]) assert.ok(!ids.includes(id), String(id));
  const notice = messages.find(({ id }) => id === direct);
  assert.equal(notice.type, 'private');
  assert.deepEqual(notice.user_ids, [mel.userId, mia.userId]);
  const personal = jsonIn(files, 'personal/');
  assert.deepEqual(
    personal.map(({ user_id }) => user_id),
    [mel.userId],
  );
  assert.equal(personal[0].saved_snippets[0].content, 'a snippet');
  const [mutedConversation] = personal[0].muted_direct_conversations;
  assert.deepEqual(
    [mutedConversation.user_ids, mutedConversation.muted_until],
    [`${mel.userId},${mia.userId}`, null],
  );
  assert.deepEqual(jsonIn(files, 'audit_log/'), []);
  assert.ok(jsonIn(files, 'channels').some(({ name }) => name === 'garden'));
});

test('a channel with protected history is exported as far as a consenting person received it', async () => {
  await adam.ok('POST', '/channels/create', {
    name: 'vault',
    subscribers: [adam.userId],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const beforeJoining = await adam.sendToChannel('vault', 'codes', 'before');
  await adam.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'vault' }],
    principals: [mel.userId],
  });
  const receivedId = await adam.sendToChannel('vault', 'codes', 'while');
  await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['vault'] });
  const afterLeaving = await adam.sendToChannel('vault', 'codes', 'after');
  const files = await filesOf(await requestExport(olive, { export_type: 'full_with_consent' }));
  const ids = new Set(jsonIn(files, 'messages/').map(({ id }) => id));
  assert.deepEqual(
    [ids.has(beforeJoining), ids.has(receivedId), ids.has(afterLeaving)],
    [false, true, false],
  );
});

describe('deleting an export', () => {
  test('ends its link and notifies only administrators', async () => {
    const createdExport = await requestExport(adam);
    const eventLists = await expectFold([olive, adam, mel, gus], () =>
      olive.ok('DELETE', `/export/realm/${createdExport.id}`),
    );
    for (const events of eventLists.slice(0, 2)) {
      const [event] = events;
      const one = event.exports.find(({ id }: Exported) => id === createdExport.id);
      assert.equal(event.type, 'realm_export');
      assert.equal(one.export_url, null);
      assert.equal(typeof one.deleted_timestamp, 'number');
    }
    assert.deepEqual(eventLists.slice(2), [[], []]);
    assert.equal((await fetch(String(createdExport.export_url))).status, 404);
    await olive.refused(
      'DELETE',
      `/export/realm/${createdExport.id}`,
      {},
      'BAD_REQUEST',
      'Export already deleted',
    );
  });

  test('refuses an unknown export', async () => {
    await olive.refused('DELETE', '/export/realm/999999', {}, 'BAD_REQUEST', 'Invalid data export ID');
  });
});

test('an invalid address finds nothing', async () => {
  for (const secret of ['x', '%00', 'a'.repeat(43)]) {
    assert.equal((await fetch(`${server.url}/exports/2/${secret}/export.tar.gz`)).status, 404);
  }
});

test('an organization can request five exports a week', async () => {
  await olive.refused('POST', '/export/realm', {}, 'BAD_REQUEST', /^Exceeded rate limit\./);
});
