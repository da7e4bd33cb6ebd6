// Direct conversations that a person has muted: how they are named and listed, and that they do not count as unread.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { mute, mutedPath as path, unmute } from './mute-direct.ts';

const server = await startTestServer();
const [mel, mia, olive] = [await server.as('mel'), await server.as('mia'), await server.as('olive')];
const trio = [mel.userId, mia.userId, olive.userId].sort((a, b) => a - b);
const mutedConversations = async (): Promise<number[][]> =>
  (await mel.ok('GET', path)).muted_direct_conversations.map((one: Json) => one.user_ids);

afterEach(async () => {
  for (const ids of await mutedConversations()) await unmute(mel, ids);
  await mel.ok('POST', '/mark_all_as_read');
});

test('muting is an event for the clients of the person alone, whether or not the request names their id', async () => {
  const [events = [], miaEvents] = await expectFold([mel, mia], () => mute(mel, [mia.userId, olive.userId]));
  assert.deepEqual(
    events.map(({ type, op, muted_direct_conversation: muted }) => [type, op, (muted as Json).user_ids]),
    [['muted_direct_conversations', 'update', trio]],
  );
  assert.deepEqual(miaEvents, []);
  const [eventsOfRepeat] = await expectFold([mel], () => mute(mel, trio));
  assert.deepEqual(eventsOfRepeat, []);
  assert.deepEqual(await mutedConversations(), [trio]);
  const [eventsOfRemoval = []] = await expectFold([mel], () => unmute(mel, [olive.userId, mia.userId]));
  assert.deepEqual(
    eventsOfRemoval.map(({ op, user_ids }) => [op, user_ids]),
    [['remove', trio]],
  );
});

test('muting a direct conversation mutes neither its people nor other conversations with them', async () => {
  await mute(mel, trio);
  await mia.sendDirect([mel.userId], 'for you');
  await mia.sendDirect([mel.userId, olive.userId], 'for us');
  const { snapshot } = await mel.registerQueue();
  const { count, pms, huddles } = snapshot.unread_msgs;
  assert.deepEqual([count, pms.length, huddles.length], [1, 1, 1]);
  assert.deepEqual(snapshot.muted_users, []);
});

test('messages of a muted direct conversation are not counted, and clients compute the same count', async () => {
  await mia.sendDirect([mel.userId, olive.userId], 'one');
  await expectFold([mel], () => mute(mel, trio));
  await expectFold([mel], () => mia.sendDirect([mel.userId, olive.userId], 'two'));
  await expectFold([mel], () => unmute(mel, trio));
  await expectFold([mel], () => mute(mel, [mia.userId]));
  await expectFold([mel], () => mia.sendDirect([mel.userId], 'three'));
  const { snapshot } = await mel.registerQueue();
  assert.equal(snapshot.unread_msgs.count, 2);
});

test('bound mutedDirectConversations: one conversation more is refused, another time for a muted one is not', async () => {
  await withLimit('mutedDirectConversations', 1, async () => {
    await mute(mel, trio);
    await mel.refused(
      'POST',
      path,
      { user_ids: [mia.userId] },
      'BAD_REQUEST',
      'You can have at most 1 muted direct conversations. Unmute one of them first.',
    );
    await mute(mel, trio, { muted_until: Math.floor(Date.now() / 1000) + 60 });
  });
  assert.deepEqual(await mutedConversations(), [trio]);
});
