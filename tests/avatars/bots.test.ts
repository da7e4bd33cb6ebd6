// Avatars of bots, uploaded when creating and changing them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { load, png, sendFiles } from '../uploads/support.ts';

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const UPLOADED = /^\/user_avatars\/1\/[0-9a-f]{40}\.png\?version=1$/;

test('a bot is created with a picture', async () => {
  let url = '';
  const eventLists = await expectFold([olive, mel, gus], async () => {
    const files = [{ name: 'bot.png', bytes: await png(30, 30) }];
    const { status, body } = await sendFiles(mel, '/bots', files, {
      full_name: 'Pictured',
      short_name: 'pictured',
    });
    assert.equal(status, 200, JSON.stringify(body));
    url = body.avatar_url;
  });
  assert.match(url, UPLOADED);
  const addedEvent = eventLists[2]?.find((event) => event.type === 'realm_user');
  assert.deepEqual([addedEvent.op, addedEvent.person.avatar_url], ['add', url]);
  assert.equal((await load(server.anonymous, url)).status, 200);
  const { bots } = await mel.ok('GET', '/bots');
  assert.equal(bots.find((bot: { full_name: string }) => bot.full_name === 'Pictured').avatar_url, url);
});

test('a picture can be changed with other fields, by those who may change the bot', async () => {
  const { user_id: botId } = await mel.ok('POST', '/bots', { full_name: 'Plain', short_name: 'plain' });
  const files = [{ name: 'bot.png', bytes: await png(30, 30) }];
  const path = `/bots/${botId}`;
  let url = '';
  const eventLists = await expectFold([olive, mel, gus], async () => {
    const { status, body } = await sendFiles(mel, path, files, { full_name: 'Fancy' }, 'PATCH');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.full_name, 'Fancy');
    url = body.avatar_url;
  });
  const aspects = eventLists[2]?.map((event) => Object.keys(event.person).sort().join());
  assert.deepEqual(aspects, [
    'full_name,user_id',
    'avatar_source,avatar_url,avatar_url_medium,avatar_version,user_id',
  ]);
  assert.equal((await load(server.anonymous, url)).status, 200);
  const denied = await sendFiles(mia, path, files, {}, 'PATCH');
  assert.equal(denied.body.msg, 'Insufficient permission');
  const twoFiles = await sendFiles(mel, path, [...files, ...files], {}, 'PATCH');
  assert.equal(twoFiles.body.msg, 'You may only upload one file at a time');
  const answerToBroken = await sendFiles(
    mel,
    path,
    [{ name: 'a.png', bytes: Buffer.from('no') }],
    { full_name: 'No' },
    'PATCH',
  );
  assert.equal(answerToBroken.body.code, 'BAD_IMAGE');
  const { bots } = await mel.ok('GET', '/bots');
  const bot = bots.find((one: { username: string }) => one.username.startsWith('plain-bot'));
  assert.deepEqual([bot.full_name, bot.avatar_url], ['Fancy', url]);
});
