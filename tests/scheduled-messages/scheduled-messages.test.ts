// Scheduling, changing and canceling messages. Delivery is tested in `delivery.test.ts`.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';

const server = await startTestServer();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const gus = await server.as('gus');
const { stream_id: channelId } = await mel.ok('GET', '/get_stream_id', { stream: 'engineering' });
const due = farFuture();

const toChannel = {
  type: 'channel',
  to: channelId,
  topic: 'release',
  content: '**done**',
  scheduled_delivery_timestamp: due,
};
const toMia = { type: 'direct', to: [mia.userId], content: 'psst', scheduled_delivery_timestamp: due + 5 };

async function schedule(values: Record<string, unknown>, client = mel): Promise<number> {
  return (await client.ok('POST', '/scheduled_messages', values)).scheduled_message_id;
}

async function own(client = mel): Promise<Record<string, unknown>[]> {
  return (await client.ok('GET', '/scheduled_messages')).scheduled_messages;
}

async function clear(): Promise<void> {
  for (const one of await own()) await mel.ok('DELETE', `/scheduled_messages/${one.scheduled_message_id}`);
}

test('all four names of the recipient type are accepted; the answer and the event use two', async () => {
  const ids: number[] = [];
  const [melEvents, miaEvents] = await expectFold([mel, mia], async () => {
    for (const type of ['channel', 'stream']) ids.push(await schedule({ ...toChannel, type }));
    for (const type of ['direct', 'private']) ids.push(await schedule({ ...toMia, type }));
  });
  assert.equal(new Set(ids).size, 4);
  const channel = {
    type: 'stream',
    to: channelId,
    topic: 'release',
    content: '**done**',
    rendered_content: '<p><strong>done</strong></p>',
    scheduled_delivery_timestamp: due,
    failed: false,
  };
  const direct = {
    type: 'private',
    to: [mia.userId],
    content: 'psst',
    rendered_content: '<p>psst</p>',
    scheduled_delivery_timestamp: due + 5,
    failed: false,
  };
  const expected = [channel, channel, direct, direct].map((one, index) => ({
    scheduled_message_id: ids[index],
    ...one,
  }));
  assert.deepEqual(
    melEvents?.map(({ type, op }) => [type, op]),
    Array(4).fill(['scheduled_messages', 'add']),
  );
  assert.deepEqual(
    melEvents?.flatMap(({ scheduled_messages }) => scheduled_messages),
    expected,
  );
  assert.deepEqual(miaEvents, []);
  assert.deepEqual(await own(), expected);
  assert.deepEqual(await own(mia), []);
  await clear();
});

test('a channel can be a list of one, and direct messages omit the sender or are only to the sender', async () => {
  await schedule({ ...toChannel, to: [channelId] });
  await schedule({ ...toMia, to: [gus.userId, mel.userId, mia.userId, mia.userId] });
  await schedule({ ...toMia, to: [mel.userId] });
  const sorted = [gus.userId, mia.userId].sort((a, b) => a - b);
  assert.deepEqual(
    (await own()).map(({ to }) => to),
    [channelId, sorted, [mel.userId]],
  );
  await clear();
});

test('the list is sorted by due time', async () => {
  const laterId = await schedule({ ...toMia, scheduled_delivery_timestamp: due + 100 });
  const earlierId = await schedule({ ...toMia, scheduled_delivery_timestamp: due - 100 });
  assert.deepEqual(
    (await own()).map((one) => one.scheduled_message_id),
    [earlierId, laterId],
  );
  await clear();
});

test('an invalid message changes nothing', async () => {
  const post = (values: Record<string, unknown>, message: string | RegExp, code = 'BAD_REQUEST') =>
    mel.refused('POST', '/scheduled_messages', values, code, message);
  for (const topic of ['', '(no topic)', 'general chat', '  ']) {
    await post({ ...toChannel, topic }, "Topic can't be empty");
    await post({ ...toChannel, type: 'stream', topic }, "Topic can't be empty");
  }
  await post({ ...toChannel, topic: undefined }, "Missing 'topic' argument", 'REQUEST_VARIABLE_MISSING');
  const error = await post(
    { ...toChannel, to: 999_999 },
    "Channel with ID '999999' does not exist",
    'STREAM_DOES_NOT_EXIST',
  );
  assert.equal(error.stream_id, 999_999);
  await post({ ...toChannel, to: [channelId, 1] }, 'Expected exactly one channel');
  await post({ ...toMia, to: [999_999] }, 'Invalid user ID 999999');
  await post({ ...toMia, to: [] }, 'Message must have recipients');
  await post({ ...toMia, to: JSON.stringify(['mia@example.com']) }, 'to is not an allowed_type');
  await post({ ...toMia, type: 'letter' }, 'Invalid type');
  await post({ ...toMia, content: ' \n ' }, 'Message must not be empty');
  const now = Math.floor(Date.now() / 1000);
  for (const moment of [now, now - 1, 0, -5]) {
    await post(
      { ...toMia, scheduled_delivery_timestamp: moment },
      'Scheduled delivery time must be in the future.',
    );
  }
  for (const name of ['type', 'to', 'content', 'scheduled_delivery_timestamp']) {
    await post({ ...toMia, [name]: undefined }, `Missing '${name}' argument`, 'REQUEST_VARIABLE_MISSING');
  }
  assert.deepEqual(await own(), []);
});

test('a message that may not be sent cannot be scheduled', async () => {
  const { stream_id: hiddenChannelId } = await olive
    .ok('POST', '/channels/create', {
      name: 'board',
      subscribers: [olive.userId],
      invite_only: true,
    })
    .then(() => olive.ok('GET', '/get_stream_id', { stream: 'board' }));
  await mel.refused(
    'POST',
    '/scheduled_messages',
    { ...toChannel, to: hiddenChannelId },
    'STREAM_DOES_NOT_EXIST',
  );
  const adam = await server.as('adam');
  // Administrators can see the channel, but may not post to it.
  await adam.refused(
    'POST',
    '/scheduled_messages',
    { ...toChannel, to: hiddenChannelId },
    'BAD_REQUEST',
    /^Not authorized/,
  );
  await schedule({ ...toChannel, to: hiddenChannelId }, olive);
  assert.equal((await own(olive)).length, 1);
});

test('long texts and topics are truncated as when sending', async () => {
  await schedule({ ...toChannel, content: 'x'.repeat(10_050), topic: 't'.repeat(70) });
  const [only] = await own();
  assert.equal(String(only?.content).length, 10_000);
  assert.equal(String(only?.topic).length, 60);
  await clear();
});

test('each part can be changed, and the event has the whole message', async () => {
  const id = await schedule(toChannel);
  const change = (values: Record<string, unknown>) => mel.ok('PATCH', `/scheduled_messages/${id}`, values);
  const [melEvents] = await expectFold([mel, mia], () => change({ content: '*new*' }));
  assert.deepEqual(
    melEvents?.map(({ type, op, scheduled_message }) => [type, op, scheduled_message]),
    [
      [
        'scheduled_messages',
        'update',
        {
          scheduled_message_id: id,
          type: 'stream',
          to: channelId,
          topic: 'release',
          content: '*new*',
          rendered_content: '<p><em>new</em></p>',
          scheduled_delivery_timestamp: due,
          failed: false,
        },
      ],
    ],
  );
  await change({ topic: 'other' });
  await change({ scheduled_delivery_timestamp: due + 50 });
  assert.deepEqual(
    (await own()).map(({ topic, scheduled_delivery_timestamp }) => [topic, scheduled_delivery_timestamp]),
    [['other', due + 50]],
  );
  await expectFold([mel], () => change({ type: 'private', to: [mia.userId] }));
  assert.deepEqual(
    (await own()).map(({ type, to, topic }) => [type, to, topic]),
    [['private', [mia.userId], undefined]],
  );
  await change({ to: [gus.userId], topic: 'ignored' });
  assert.deepEqual(
    (await own()).map(({ type, to, topic }) => [type, to, topic]),
    [['private', [gus.userId], undefined]],
  );
  await change({ type: 'channel', to: channelId, topic: 'back' });
  assert.deepEqual(
    (await own()).map(({ type, to, topic, content }) => [type, to, topic, content]),
    [['stream', channelId, 'back', '*new*']],
  );
  const [eventsOfRemoval] = await expectFold([mel, mia], () => mel.ok('DELETE', `/scheduled_messages/${id}`));
  assert.deepEqual(
    eventsOfRemoval?.map(({ op, scheduled_message_id }) => [op, scheduled_message_id]),
    [['remove', id]],
  );
});

test('invalid changes are refused', async () => {
  const id = await schedule(toChannel);
  const patch = (values: Record<string, unknown>, message: string | RegExp, code = 'BAD_REQUEST') =>
    mel.refused('PATCH', `/scheduled_messages/${id}`, values, code, message);
  await patch({}, 'Nothing to change');
  await patch({ type: 'direct' }, 'Recipient required when updating type of scheduled message.');
  await patch(
    { type: 'channel', to: channelId },
    'Topic required when updating scheduled message type to channel.',
  );
  await patch({ topic: '(no topic)' }, "Topic can't be empty");
  await patch({ to: 999_999 }, "Channel with ID '999999' does not exist", 'STREAM_DOES_NOT_EXIST');
  await patch({ type: 'direct', to: [999_999] }, 'Invalid user ID 999999');
  await patch({ content: '' }, 'Message must not be empty');
  await patch({ scheduled_delivery_timestamp: 5 }, 'Scheduled delivery time must be in the future.');
  const [present] = await own();
  assert.deepEqual([present?.to, present?.topic, present?.content], [channelId, 'release', '**done**']);
  for (const [client, someId] of [
    [mel, 999_999],
    [mia, id],
  ] as const) {
    for (const method of ['PATCH', 'DELETE'] as const) {
      const { status, body } = await client.request(method, `/scheduled_messages/${someId}`, {
        content: 'x',
      });
      assert.deepEqual(
        [status, body.code, body.msg],
        [404, 'BAD_REQUEST', 'Scheduled message does not exist'],
      );
    }
  }
  await clear();
});

test('bots and guests can schedule messages too', async () => {
  const helper = await server.as('helper');
  await schedule({ ...toMia, to: [mel.userId] }, helper);
  assert.equal((await own(helper)).length, 1);
  await schedule({ ...toMia, to: [mel.userId] }, gus);
  assert.equal((await own(gus)).length, 1);
});
