// Who may load an upload and link it elsewhere: its uploader, and everyone who can read a message that links it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secondOrganization } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { load, upload } from './support.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mona'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const { anonymous } = server;
const all = { olive, adam, mona, mel, mia, max, gus, nobody: anonymous };
type Name = keyof typeof all;

/** The people who may load a file. */
async function loaders(url: string): Promise<Name[]> {
  const may: Name[] = [];
  for (const [name, client] of Object.entries(all)) {
    const { status } = await load(client, url);
    assert.ok(status === 200 || status === 403, `${name}: ${status}`);
    if (status === 200) may.push(name as Name);
    const loadAnswer = await load(
      client,
      `${url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`,
    );
    assert.equal(loadAnswer.status === 403, status === 403, `${name}: a thumbnail`);
    if (client === anonymous) continue;
    const temporary = await client.request('GET', url);
    assert.equal(temporary.status, status, `${name}: a temporary address`);
  }
  return may;
}

async function channel(
  name: string,
  client: ApiClient,
  fields: Record<string, unknown> = {},
): Promise<number> {
  const { id } = await olive.ok('POST', '/channels/create', {
    name,
    subscribers: [client.userId],
    ...fields,
  });
  return id;
}

test('at first only the uploader has access', async () => {
  const { url } = await upload(mel, 'a.txt', 'content');
  assert.deepEqual(await loaders(url), ['mel']);
});

test('a direct message gives access to its participants', async () => {
  const { url } = await upload(mel, 'a.txt', 'content');
  await mel.sendDirect([mia.userId], `[a](${url})`);
  assert.deepEqual(await loaders(url), ['mel', 'mia']);
  await mia.sendDirect([max.userId, gus.userId], `see ${server.url}${url}`);
  assert.deepEqual(await loaders(url), ['mel', 'mia', 'max', 'gus']);
});

test('a public channel gives access to all but guests, a private one to its subscribers', async () => {
  await channel('open to members', mel);
  const inPublic = await upload(mel, 'a.txt', 'content');
  await mel.sendToChannel('open to members', 't', `[a](${inPublic.url})`);
  assert.deepEqual(await loaders(inPublic.url), ['olive', 'adam', 'mona', 'mel', 'mia', 'max']);
  await olive.ok('POST', '/channels/create', {
    name: 'closed',
    subscribers: [olive.userId, mel.userId],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const inPrivate = await upload(mel, 'a.txt', 'content');
  await mel.sendToChannel('closed', 't', `[a](${inPrivate.url})`);
  assert.deepEqual(await loaders(inPrivate.url), ['olive', 'mel']);
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'closed' }],
    principals: [gus.userId],
  });
  // Messages from before a person subscribed are not theirs to see.
  assert.deepEqual(await loaders(inPrivate.url), ['olive', 'mel']);
  await mel.sendToChannel('closed', 't', `again ${server.url}${inPrivate.url}`);
  assert.deepEqual(await loaders(inPrivate.url), ['olive', 'mel', 'gus']);
});

test('a web-public channel gives access to anyone, while anonymous access is allowed', async () => {
  await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
  await channel('open to all', mel, { is_web_public: true });
  const { url } = await upload(mel, 'a.txt', 'content');
  await mel.sendToChannel('open to all', 't', `[a](${url})`);
  assert.deepEqual(await loaders(url), Object.keys(all));
  await olive.ok('PATCH', '/realm', { enable_spectator_access: false });
  assert.deepEqual(await loaders(url), ['olive', 'adam', 'mona', 'mel', 'mia', 'max']);
});

test('linking a file without having access gives access to no one', async () => {
  const { url, pathId } = await upload(mel, 'a.txt', 'content');
  const id = await mia.sendDirect([max.userId], `[a](${url})`);
  assert.deepEqual(await loaders(url), ['mel']);
  const { message } = await mia.ok('GET', `/messages/${id}`);
  assert.equal(message.content, `<p><a href="${url}">a</a></p>`);
  const { messages } = await mia.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    narrow: [{ operator: 'has', operand: 'attachment' }],
  });
  assert.ok(!messages.some((one: { id: number }) => one.id === id));
  const { attachments } = await mel.ok('GET', '/attachments');
  const own = attachments.find((one: { path_id: string }) => one.path_id === pathId);
  assert.deepEqual(own.message_ids, []);
  await mia.ok('PATCH', `/messages/${id}`, { content: `[b](${url})` });
  assert.deepEqual(await loaders(url), ['mel']);
});

test('links to missing uploads, however spelled, are only links', async () => {
  const { url } = await upload(mel, 'a.txt', 'content');
  const folder = url.slice(0, url.lastIndexOf('/'));
  for (const link of [
    `${folder}/b.txt`,
    `${folder}/a.txt%00`,
    `${folder}/%ff`,
    `${folder}/a%2Ftxt`,
    '/user_uploads/',
  ]) {
    const id = await mel.sendDirect([mia.userId], `[a](${link})`);
    assert.equal((await load(mia, url)).status, 403, link);
    await mel.ok('PATCH', `/messages/${id}`, { content: `![b](${link}) ${link}` });
  }
  await mel.sendDirect([mia.userId], `[a](${url.replace('a.txt', '%61.txt')})`);
  assert.equal((await load(mia, url)).status, 200);
});

test('an upload of another organization does not exist here', async () => {
  const elsa = await secondOrganization(server);
  const { url } = await upload(mel, 'a.txt', 'content');
  assert.equal((await load(elsa, url)).status, 404);
  const other = await upload(elsa, 'b.txt', 'content');
  assert.equal((await load(mel, other.url)).status, 404);
  const { url: temporary } = await mel.ok('GET', url);
  assert.equal((await load(server.anonymous, temporary)).status, 200);
  const otherAnswer = await fetch(elsa.url + temporary);
  assert.equal(otherAnswer.status, 400);
});

test('a deactivated account can no longer load anything', async () => {
  const { url } = await upload(max, 'a.txt', 'content');
  await olive.ok('DELETE', `/users/${max.userId}`);
  assert.equal((await load(max, url)).status, 401);
});
