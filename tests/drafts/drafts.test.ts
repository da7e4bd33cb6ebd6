// Drafts on the server: created, replaced, deleted, and sent only to the account's own clients.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const mia = await server.as('mia');
const { stream_id: channelId } = await mel.call('get-stream-id', { stream: 'engineering' });

const forChannel = {
  type: 'stream',
  to: [channelId],
  topic: 'release',
  content: 'almost **done**',
} as const;

test('drafts of all three types are stored and sent to their owner only', async () => {
  const drafts = [
    { ...forChannel, timestamp: 1_700_000_000 },
    { type: 'private', to: [mia.userId], topic: 'ignored', content: 'psst', timestamp: 1_700_000_100.75 },
    { type: '', to: [mia.userId], topic: 'ignored', content: 'for nobody yet' },
  ] as const;
  let ids: number[] = [];
  const [melEvents, miaEvents] = await expectFold([mel, mia], async () => {
    ids = (await mel.call('create-drafts', { drafts })).ids;
  });
  assert.equal(ids.length, 3);
  assert.deepEqual(
    melEvents?.map(({ type, op }) => [type, op]),
    [['drafts', 'add']],
  );
  assert.deepEqual(miaEvents, []);
  const answer = await mel.call('get-drafts');
  assert.equal(answer.count, 3);
  // The list is sorted by the last edit, ascending; the snapshot descending.
  assert.deepEqual(
    answer.drafts.map(({ id }) => id),
    ids,
  );
  const { drafts: inSnapshot } = await mel.call('register-queue', { fetch_event_types: ['drafts'] });
  assert.deepEqual(
    inSnapshot?.map(({ id }) => id),
    [...ids].reverse(),
  );
  const [channel, direct, unaddressed] = answer.drafts;
  assert.ok(unaddressed);
  assert.ok(Math.abs(unaddressed.timestamp - Date.now() / 1000) < 60);
  assert.deepEqual(unaddressed.to, []);
  assert.deepEqual(
    { ...direct, id: 0 },
    { id: 0, type: 'private', to: [mia.userId], topic: '', content: 'psst', timestamp: 1_700_000_100 },
  );
  assert.deepEqual({ ...channel, id: 0 }, { id: 0, ...forChannel, timestamp: 1_700_000_000 });
  assert.equal((await mia.call('get-drafts')).count, 0);
});

test('a draft is replaced and deleted on every device', async () => {
  const { ids } = await mel.call('create-drafts', { drafts: [forChannel] });
  const [eventsOfEdit] = await expectFold([mel, mia], () =>
    mel.ok('PATCH', `/drafts/${ids[0]}`, {
      draft: { type: 'private', to: [mia.userId], topic: '', content: 'new', timestamp: 5 },
    }),
  );
  assert.deepEqual(
    eventsOfEdit?.map(({ op, draft }) => [op, draft]),
    [['update', { id: ids[0], type: 'private', to: [mia.userId], topic: '', content: 'new', timestamp: 5 }]],
  );
  const [eventsOfRemoval] = await expectFold([mel, mia], () => mel.ok('DELETE', `/drafts/${ids[0]}`));
  assert.deepEqual(
    eventsOfRemoval?.map(({ op, draft_id }) => [op, draft_id]),
    [['remove', ids[0]]],
  );
});

test('a refused draft changes nothing', async () => {
  const before = await mel.call('get-drafts');
  const post = (draft: object, message: string | RegExp) =>
    mel.refused('POST', '/drafts', { drafts: [forChannel, draft] }, 'BAD_REQUEST', message);
  await post({ ...forChannel, to: [] }, 'Must specify exactly 1 channel ID for channel messages');
  await post({ ...forChannel, to: [1, 2] }, 'Must specify exactly 1 channel ID for channel messages');
  await post({ ...forChannel, to: [999_999] }, 'Invalid channel ID');
  await post({ ...forChannel, type: 'private', to: [999_999] }, 'Invalid user ID 999999');
  await post({ ...forChannel, type: 'letter' }, /^Invalid drafts/);
  await post({ ...forChannel, content: ' \n' }, 'Message must not be empty');
  await post({ ...forChannel, content: 'a\0' }, 'Message must not contain null bytes');
  await post({ ...forChannel, timestamp: -1 }, 'Timestamp must not be negative.');
  await post({ ...forChannel, timestamp: 1e300 }, /too large/);
  await post({ type: 'stream', to: [channelId], topic: 'x' }, /content.*missing/);
  assert.deepEqual(await mel.call('get-drafts'), before);
  const [id] = (await mia.call('create-drafts', { drafts: [forChannel] })).ids;
  for (const draftId of [999_999, id]) {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const { status, body } = await mel.request(method, `/drafts/${draftId}`, { draft: forChannel });
      assert.equal(status, 404);
      assert.equal(body.code, 'BAD_REQUEST');
      assert.equal(body.msg, 'Draft does not exist');
    }
  }
  assert.equal((await mia.call('get-drafts')).count, 1);
});

test('a guest cannot draft for an invisible channel', async () => {
  const gus = await server.as('gus');
  const { subscriptions } = await gus.call('get-subscriptions');
  const subscribedIds = new Set(subscriptions.map((one: { stream_id: number }) => one.stream_id));
  const { streams } = await mel.call('get-streams');
  const hiddenChannel = streams.find((one: { stream_id: number }) => !subscribedIds.has(one.stream_id));
  assert.ok(hiddenChannel);
  const draft = { ...forChannel, to: [hiddenChannel.stream_id] };
  await gus.refused('POST', '/drafts', { drafts: [draft] }, 'BAD_REQUEST', 'Invalid channel ID');
});

test('disabling synchronization deletes the drafts without events', async () => {
  const max = await server.as('max');
  await max.call('create-drafts', { drafts: [forChannel] });
  const [maxEvents] = await expectFold([max], () =>
    max.call('update-settings', { enable_drafts_synchronization: false }),
  );
  assert.deepEqual(
    maxEvents?.map(({ type }) => type),
    ['user_settings'],
  );
  assert.equal((await max.call('get-drafts')).count, 0);
  const { snapshot } = await max.registerQueue();
  assert.deepEqual(snapshot.drafts, []);
  // Others keep their drafts.
  assert.notEqual((await mel.call('get-drafts')).count, 0);
});
