// Custom emoji: who adds them, the events for older and newer clients, and serving their pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const everybody = [olive, mel, gus];

const frame = '21f90400000000002c0000000001000100000202440100';
const gif = (frames: number) =>
  Buffer.from(`47494638396101000100800000ffffff000000${frame.repeat(frames)}3b`, 'hex');

async function upload(client: ApiClient, name: string, bytes = gif(1), files = 1) {
  const form = new FormData();
  for (let index = 0; index < files; index++) {
    form.set(`file${index}`, new Blob([new Uint8Array(bytes)], { type: 'image/gif' }), 'emoji.gif');
  }
  const response = await fetch(`${server.url}/api/v1/realm/emoji/${name}`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.email}:${client.apiKey}`)}` },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
  return { status: response.status, body: (await response.json()) as any };
}

test('an emoji is added, served, and sent to newer clients as one entry', async () => {
  const eventLists = await expectFold(everybody, async () => {
    assert.equal((await upload(mel, 'Party%20Parrot')).status, 200);
  });
  const { op, emoji } = eventLists[1]?.[0] ?? {};
  assert.equal(op, 'add');
  assert.equal(emoji.name, 'party_parrot');
  assert.equal(emoji.author_id, mel.userId);
  assert.equal(emoji.still_url, null);
  const { emoji: all } = await mia.ok('GET', '/realm/emoji');
  assert.deepEqual(all[emoji.id], emoji);
  const picture = await fetch(server.url + emoji.source_url);
  assert.equal(picture.status, 200);
  assert.equal(picture.headers.get('content-type'), 'image/png');
});

test('older clients get the whole table', async () => {
  const eventLists = await expectFold(
    everybody,
    async () => {
      await upload(mel, 'older');
    },
    { client_capabilities: {} },
  );
  const [event] = eventLists[1] ?? [];
  assert.equal(event.op, 'update');
  assert.ok(Object.values(event.realm_emoji).some((emoji) => (emoji as { name: string }).name === 'older'));
});

test('an animated emoji has a still picture', async () => {
  await upload(mel, 'animated', gif(3));
  const { emoji: all } = await mia.ok('GET', '/realm/emoji');
  const animated = Object.values(all as Record<string, { name: string; still_url: string }>).find(
    ({ name }) => name === 'animated',
  );
  const still = await fetch(server.url + animated?.still_url);
  assert.equal(still.headers.get('content-type'), 'image/png');
});

test('a deactivated emoji stays in the table, and its name is available again', async () => {
  await upload(mel, 'passing');
  const eventLists = await expectFold(everybody, () => mel.ok('DELETE', '/realm/emoji/passing'));
  assert.deepEqual(eventLists[1]?.[0].data, { deactivated: true });
  const refusal = await mel.refused('DELETE', '/realm/emoji/passing', {}, 'BAD_REQUEST');
  assert.equal(refusal.msg, "Emoji 'passing' does not exist");
  assert.equal((await mel.request('DELETE', '/realm/emoji/passing')).status, 404);
  assert.equal((await upload(mel, 'passing')).status, 200);
});

test('taken, built-in and invalid names are refused', async () => {
  await upload(mel, 'taken');
  assert.equal((await upload(mia, 'taken')).body.msg, 'A custom emoji with this name already exists.');
  assert.equal((await upload(mel, 'smile')).body.msg, 'Only administrators can override default emoji.');
  assert.equal((await upload(adam, 'smile')).status, 200);
  assert.match((await upload(mel, 'bad!')).body.msg, /^Emoji names must contain/);
});

test('an invalid picture, a large one, and none or several files are refused', async () => {
  assert.equal((await upload(mel, 'text', Buffer.from('hello'))).body.code, 'BAD_IMAGE');
  const large = Buffer.concat([gif(1), Buffer.alloc(5 * 1024 * 1024)]);
  assert.equal(
    (await upload(mel, 'large', large)).body.msg,
    'Uploaded file is larger than the allowed limit of 5 MiB',
  );
  assert.equal((await upload(mel, 'none', gif(1), 0)).body.msg, 'You must upload exactly one file.');
  assert.equal((await upload(mel, 'two', gif(1), 2)).body.msg, 'You must upload exactly one file.');
});

test('adding emoji follows a setting; the author and administrators may remove one', async () => {
  assert.equal((await upload(gus, 'guest')).body.msg, 'Insufficient permission');
  await upload(mel, 'hers');
  const message = 'Must be an organization administrator or emoji author';
  await mia.refused('DELETE', '/realm/emoji/hers', {}, 'BAD_REQUEST', message);
  await adam.ok('DELETE', '/realm/emoji/hers');
});

test('addresses without a picture are not found', async () => {
  for (const path of [
    '1/emoji/images/none.png',
    '1/emoji/images/..%2F..%2Fparley.db',
    'x/emoji/images/a.png',
  ]) {
    assert.equal((await fetch(`${server.url}/user_avatars/${path}`)).status, 404, path);
  }
});
