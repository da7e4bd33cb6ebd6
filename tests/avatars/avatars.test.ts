// Avatars: uploading and removing them, the permission for it, the events, and the served pictures.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { generatedAvatar } from '../../src/model/avatars/generated.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { gif, load, png, sendFiles } from '../uploads/support.ts';
import { showServicePictures } from './support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const { anonymous } = server;
const MIB = 1024 * 1024;
const UPLOADED = /^\/user_avatars\/1\/[0-9a-f]{40}\.png\?version=\d+$/;

async function uploadAvatar(caller: ApiClient, bytes: Uint8Array): Promise<string> {
  const { status, body } = await sendFiles(caller, '/users/me/avatar', [{ name: 'me.png', bytes }]);
  assert.equal(status, 200, JSON.stringify(body));
  return body.avatar_url;
}

async function measure(path: string): Promise<string> {
  const answer = await load(anonymous, path);
  assert.equal(answer.status, 200, path);
  assert.equal(answer.headers.get('content-type'), 'image/png');
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return `${format} ${width}x${height}`;
}

const folders = (): Promise<string[]> => server.storedFiles('avatars/1');

test('a picture is cropped to a square in two sizes, and everyone gets an event', async () => {
  const { avatar_version: before } = await mel.ok('GET', '/users/me');
  let url = '';
  const eventLists = await expectFold([mel, mia, gus, olive], async () => {
    url = await uploadAvatar(mel, await png(800, 300));
  });
  assert.match(url, UPLOADED);
  for (const events of eventLists) {
    assert.deepEqual(
      events.map(({ id: _id, ...event }) => event),
      [
        {
          type: 'realm_user',
          op: 'update',
          person: {
            user_id: mel.userId,
            avatar_url: url,
            avatar_source: 'U',
            avatar_url_medium: url.replace('.png', '-medium.png'),
            avatar_version: before + 1,
          },
        },
      ],
    );
  }
  assert.equal(await measure(url), 'png 100x100');
  assert.equal(await measure(url.replace('.png', '-medium.png')), 'png 500x500');
  const { user } = await mia.ok('GET', `/users/${mel.userId}`, { client_gravatar: true });
  assert.deepEqual([user.avatar_url, user.avatar_version], [url, before + 1]);
  const id = await mel.sendDirect([mia.userId], 'look at me');
  const { message } = await mia.ok('GET', `/messages/${id}`);
  assert.equal(message.avatar_url, url);
});

test('a new picture replaces the old one, which is deleted', async () => {
  const first = await uploadAvatar(mel, await png(10, 10));
  const second = await uploadAvatar(mel, await png(20, 20));
  assert.notEqual(first.split('?')[0], second.split('?')[0]);
  await server.server.scheduler.runDue();
  assert.equal((await load(anonymous, first)).status, 404);
  assert.equal(await measure(second), 'png 100x100');
});

test('an animated picture has a still version, and bots have pictures too', async () => {
  assert.equal(await measure(await uploadAvatar(helper, gif(3))), 'png 100x100');
});

test('removing a picture restores the default, and repeating it changes nothing', async () => {
  await olive.ok('PATCH', '/realm', { default_avatar_source: 'J' });
  await uploadAvatar(mel, await png(10, 10));
  let url = '';
  const eventLists = await expectFold([mel, gus], async () => {
    url = (await mel.ok('DELETE', '/users/me/avatar')).avatar_url;
  });
  assert.match(url, /^\/user_avatars\/1\/drawn\/[0-9a-f]{40}\.png\?version=\d+$/);
  assert.equal(eventLists[1]?.[0].person.avatar_source, 'J');
  assert.equal(eventLists[1]?.[0].person.avatar_url, url);
  const afterRepeat = await expectFold([mel, gus], async () => {
    assert.equal((await mel.ok('DELETE', '/users/me/avatar')).avatar_url, url);
  });
  assert.deepEqual(afterRepeat, [[], []]);
  await olive.ok('PATCH', '/realm', { default_avatar_source: 'G' });
  await uploadAvatar(mel, await png(10, 10));
  const external = (await mel.ok('DELETE', '/users/me/avatar')).avatar_url;
  assert.match(external, /^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?d=identicon&version=\d+$/);
  await olive.ok('PATCH', '/realm', { default_avatar_source: 'J' });
});

test('accounts without a picture have a generated one, and no external service is contacted', async () => {
  const generatedUrl = /^\/user_avatars\/1\/drawn\/[0-9a-f]{40}\.png\?version=1$/;
  for (const caller of [olive, adam, gus])
    assert.match((await caller.ok('GET', '/users/me')).avatar_url, generatedUrl);
});

test('removing a picture of the external service also restores the default', async () => {
  await showServicePictures(olive, mia);
  assert.match((await mia.ok('GET', '/users/me')).avatar_url, /^https:\/\/secure\.gravatar\.com\//);
  const [events] = await expectFold([mel], () => mia.ok('DELETE', '/users/me/avatar'));
  assert.equal(events?.[0].person.avatar_source, 'J');
});

test('invalid, multiple and too large pictures are refused and leave nothing behind', async () => {
  const picture = { name: 'a.png', bytes: await png(9, 9) };
  const before = await folders();
  const cases = [
    [[], 'BAD_REQUEST', 'You must upload exactly one avatar.'],
    [[picture, picture], 'BAD_REQUEST', 'You must upload exactly one avatar.'],
    [[{ name: 'a.png', bytes: Buffer.from('<svg/>') }], 'BAD_IMAGE', 'Invalid image format'],
    [[{ name: 'a.png', bytes: Buffer.alloc(0) }], 'BAD_IMAGE', 'Invalid image format'],
    [[{ name: 'a.png', bytes: picture.bytes.subarray(0, 50) }], 'BAD_IMAGE', 'Invalid image format'],
    [
      [{ name: 'a.png', bytes: Buffer.alloc(5 * MIB + 1) }],
      'BAD_REQUEST',
      'Uploaded file is larger than the allowed limit of 5 MiB',
    ],
  ] as const;
  for (const [files, code, message] of cases) {
    const { status, body } = await sendFiles(mel, '/users/me/avatar', files);
    assert.deepEqual([status, body.code, body.msg], [400, code, message]);
  }
  // Replaced pictures may be cleaned up meanwhile; only added files matter.
  const remaining = await folders();
  assert.deepEqual(
    remaining.filter((name) => !before.includes(name)),
    [],
  );
  const { snapshot } = await mel.registerQueue();
  assert.equal(snapshot.max_avatar_file_size_mib, 5);
});

test('where avatar changes are disabled, only administrators can change theirs', async () => {
  await uploadAvatar(mel, await png(9, 9));
  await olive.ok('PATCH', '/realm', { avatar_changes_disabled: true });
  const text = 'Avatar changes are disabled in this organization.';
  for (const caller of [mel, gus, helper]) {
    const { body } = await sendFiles(caller, '/users/me/avatar', [{ name: 'a.png', bytes: await png(9, 9) }]);
    assert.equal(body.msg, text);
    await caller.refused('DELETE', '/users/me/avatar', {}, 'BAD_REQUEST', text);
  }
  await uploadAvatar(adam, await png(9, 9));
  await adam.ok('DELETE', '/users/me/avatar');
  await olive.ok('PATCH', '/realm', { avatar_changes_disabled: false });
});

test('erasing an account deletes its picture', async () => {
  const eve = await newClient(server, { key: 'eve' });
  const url = await uploadAvatar(eve, await png(9, 9));
  const eventLists = await expectFold([olive, mia], () =>
    olive.ok('DELETE', `/users/${eve.userId}`, { actions: { delete_profile: true } }),
  );
  assert.ok(eventLists[1]?.some((event) => event.person?.avatar_source === 'J'));
  await server.server.scheduler.runDue();
  assert.equal((await load(anonymous, url)).status, 404);
});

test('/avatar redirects to the pictures of visible accounts', async () => {
  const url = await uploadAvatar(mel, await png(9, 9));
  const redirectOf = async (caller: ApiClient, path: string) => {
    const answer = await load(caller, path);
    assert.equal(answer.status, 302, path);
    return answer.headers.get('location');
  };
  const medium = url.replace('.png', '-medium.png');
  assert.equal(await redirectOf(mia, `/avatar/${mel.userId}`), url);
  assert.equal(await redirectOf(mia, `/avatar/${mel.userId}/medium`), medium);
  assert.equal(await redirectOf(mia, `/avatar/${mel.userId}?x=1&y=2`), `${url}&x=1&y=2`);
  assert.equal(await redirectOf(mel, `/avatar/${encodeURIComponent(mel.email)}`), url);
  assert.equal(await redirectOf(mia, '/avatar/999999'), '/static/images/unknown-user-avatar.png');
  assert.match(
    (await redirectOf(mia, '/avatar/who@example.net')) ?? '',
    /^https:\/\/secure\.gravatar\.com\/avatar\//,
  );
  await olive.ok('PATCH', '/realm', { enable_spectator_access: false });
  assert.equal((await load(anonymous, `/avatar/${mel.userId}`)).status, 401);
  assert.equal((await load(server.client(mel.email, 'y'.repeat(32)), `/avatar/${mel.userId}`)).status, 401);
  await olive.ok('PATCH', '/realm', { enable_spectator_access: true });
  assert.equal(await redirectOf(anonymous, `/avatar/${mel.userId}`), url);
  assert.equal((await load(anonymous, `/avatar/${encodeURIComponent(mel.email)}`)).status, 401);
  assert.equal(await measure('/static/images/unknown-user-avatar.png'), 'png 500x500');
});

test('a limited guest gets the silhouette for people whom they may not see', async () => {
  const { realm_user_groups: groups } = (await olive.registerQueue()).snapshot;
  const idOf = (name: string) => groups.find((group: { name: string }) => group.name === name).id;
  const hiddenClient = await newClient(server, { key: 'hidden' });
  const url = await uploadAvatar(hiddenClient, await png(9, 9));
  const redirectOf = async () => (await load(gus, `/avatar/${hiddenClient.userId}`)).headers.get('location');
  assert.equal(await redirectOf(), url);
  await olive.ok('PATCH', '/realm', { can_access_all_users_group: { new: idOf('role:members') } });
  assert.equal(await redirectOf(), '/static/images/unknown-user-avatar.png');
  await olive.ok('PATCH', '/realm', { can_access_all_users_group: { new: idOf('role:everyone') } });
});

test('generated pictures are stable per person and differ between people', async () => {
  await uploadAvatar(mia, await png(9, 9));
  const { avatar_url: url } = await mia.ok('DELETE', '/users/me/avatar');
  assert.equal(await measure(url), 'png 100x100');
  assert.equal(await measure(url.replace('.png', '-medium.png')), 'png 500x500');
  const one = generatedAvatar('0123456789'.repeat(4), 100);
  assert.ok(one.equals(generatedAvatar('0123456789'.repeat(4), 100)));
  assert.ok(!one.equals(generatedAvatar('9876543210'.repeat(4), 100)));
  assert.ok(one.length < 1000);
});

test('no path gives access to anything but pictures', async () => {
  const key = 'a'.repeat(40);
  for (const path of [
    `/user_avatars/1/${key}.png`,
    '/user_avatars/1/..%2f..%2fsecret',
    `/user_avatars/..%2f1/${key}.png`,
    '/user_avatars/1/drawn/..%2fsecret.png',
    '/user_avatars/1/drawn/abc.png',
    `/user_avatars/1/${key}-large.png`,
    '/user_avatars/1/%00.png',
  ]) {
    assert.equal((await load(anonymous, path)).status, 404, path);
  }
});
