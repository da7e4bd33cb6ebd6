// Bounds on what clients receive: in the snapshot, in events, and through mentions of everyone.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const [olive, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);
const general: number = (await mel.ok('GET', '/get_stream_id', { stream: 'general' })).stream_id;

const sendMessages = async (count: number) => {
  const ids: number[] = [];
  for (let index = 0; index < count; index++)
    ids.push(await mel.sendToChannel('general', 'bounds', `number ${index}`));
  return ids;
};

describe('the snapshot', () => {
  test('bound unreadMessagesInSnapshot: has the newest unread messages, and says that there are more', async () => {
    const ids = await sendMessages(4);
    const snapshotIds = async () =>
      (await mia.ok('POST', '/register', { fetch_event_types: ['message', 'update_message_flags'] }))
        .unread_msgs;
    const { old_unreads_missing: isCut, streams } = await withLimit(
      'unreadMessagesInSnapshot',
      3,
      snapshotIds,
    );
    const unreadIds = streams.flatMap((one: { unread_message_ids: number[] }) => one.unread_message_ids);
    assert.deepEqual([isCut, unreadIds], [true, ids.slice(1)]);
    assert.equal((await snapshotIds()).old_unreads_missing, false);
  });

  test('bound starredMessagesInSnapshot: has the newest starred messages', async () => {
    const ids = await sendMessages(4);
    await mia.ok('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'starred' });
    const snapshotIds = async () =>
      (await mia.ok('POST', '/register', { fetch_event_types: ['starred_messages'] })).starred_messages;
    assert.deepEqual(await withLimit('starredMessagesInSnapshot', 3, snapshotIds), ids.slice(1));
    assert.deepEqual((await snapshotIds()).slice(-4), ids);
  });

  test('bound directConversationsInSnapshot: has the most recent direct conversations', async () => {
    for (const one of [olive, max, mel]) await mia.sendDirect([one.userId], 'hello');
    const snapshotConversations = async () => {
      const body = await mia.ok('POST', '/register', { fetch_event_types: ['recent_private_conversations'] });
      return body.recent_private_conversations.map((one: { user_ids: number[] }) => one.user_ids);
    };
    const few = await withLimit('directConversationsInSnapshot', 2, snapshotConversations);
    assert.deepEqual(few, [[mel.userId], [max.userId]]);
    assert.ok((await snapshotConversations()).length >= 3);
  });
});

describe('events', () => {
  test('bound eventBatch: are returned in bounded batches', async () => {
    const listener = await mia.registerQueue({ event_types: ['message'] });
    await sendMessages(5);
    await withLimit('eventBatch', 3, async () => {
      assert.deepEqual([(await listener.events()).length, (await listener.events()).length], [3, 2]);
    });
  });

  test('bound flagEventIds: of many messages are split', async () => {
    const ids = await sendMessages(5);
    const listener = await mia.registerQueue({ event_types: ['update_message_flags'] });
    await withLimit('flagEventIds', 2, async () => {
      await mia.ok('POST', '/messages/flags', { messages: ids, op: 'add', flag: 'starred' });
      const eventIds: number[][] = (await listener.events()).map(({ messages }) => messages);
      assert.deepEqual(eventIds.flat().sort(), ids);
      assert.ok(eventIds.length > 1 && eventIds.every((part) => part.length <= 2), JSON.stringify(eventIds));
    });
  });

  test('bound typingSubscribers: of typing are not sent in a larger channel', async () => {
    const listener = await mia.registerQueue({
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    });
    const type = (op: string) =>
      mel.ok('POST', '/typing', { op, type: 'channel', stream_id: general, topic: 'bounds' });
    await withLimit('typingSubscribers', 1, () => type('start'));
    await type('stop');
    assert.deepEqual(
      (await listener.events()).map(({ op }) => op),
      ['stop'],
    );
  });

  test('bound presencePushMaximumPeople: of presence are not sent in a larger organization', async () => {
    const listener = await mia.registerQueue({ event_types: ['presence'] });
    const sendPresence = (one: typeof mel) =>
      one.ok('POST', '/users/me/presence', { status: 'active', ping_only: true });
    await withLimit('presencePushMaximumPeople', 1, () => sendPresence(max));
    await sendPresence(olive);
    const eventValues = (await listener.events()).map(
      ({ user_id, presences }) => user_id ?? Object.keys(presences)[0],
    );
    assert.deepEqual(eventValues.map(Number), [olive.userId]);
  });

  test('bound heartbeatSeconds: include a heartbeat after that long', async () => {
    const quiet = await withLimit('heartbeatSeconds', 0.05, () => startTestServer());
    const listener = await (await quiet.as('mel')).registerQueue({ event_types: ['message'] });
    assert.deepEqual(
      (await listener.next()).map(({ type }) => type),
      ['heartbeat'],
    );
  });

  test('bound queueIdleSecondsMobile queueIdleSecondsMaximum: are queued as long as requested, within bounds', async () => {
    const granted = async (idle_queue_timeout: unknown) => {
      const { queueId } = await mia.registerQueue({ event_types: ['message'], idle_queue_timeout });
      const row = await server.server.services.database
        .reader(0)
        .db.selectFrom('event_queue')
        .select('idle_seconds')
        .where('id', '=', queueId)
        .executeTakeFirstOrThrow();
      return Number(row.idle_seconds);
    };
    await withLimit('queueIdleSecondsMobile', 7000, async () => assert.equal(await granted('mobile'), 7000));
    const maximum = limits.queueIdleSecondsMaximum;
    assert.deepEqual([await granted(maximum), await granted(maximum + 1)], [maximum, maximum]);
  });
});

test('bound wildcardMentionThreshold: mentioning more people needs a permission', async () => {
  const { user_groups } = await olive.ok('GET', '/user_groups');
  const owners = user_groups.find(({ name }: { name: string }) => name === 'role:owners').id;
  await olive.ok('PATCH', '/realm', { can_mention_many_users_group: { new: owners } });
  const everybody = { type: 'channel', to: 'general', topic: 'bounds', content: 'hear @**all**' };
  const { subscribers } = await mel.ok('GET', `/streams/${general}/members`);
  await withLimit('wildcardMentionThreshold', subscribers.length, () =>
    mel.ok('POST', '/messages', everybody),
  );
  await withLimit('wildcardMentionThreshold', subscribers.length - 1, async () => {
    const { status } = await mel.request('POST', '/messages', everybody);
    assert.equal(status, 400);
    await olive.ok('POST', '/messages', everybody);
  });
  // Three participate in the topic.
  const [first = 0] = await Promise.all(
    [mel, mia, olive].map((one) => one.sendToChannel('general', 'crowded', 'x')),
  );
  const participants = { type: 'channel', to: 'general', topic: 'crowded', content: 'hear @**topic**' };
  await withLimit('wildcardMentionThreshold', 3, () => mel.ok('POST', '/messages', participants));
  await withLimit('wildcardMentionThreshold', 2, async () => {
    const refused = [
      'TOPIC_WILDCARD_MENTION_NOT_ALLOWED',
      'You do not have permission to use topic wildcard mentions in this topic.',
    ] as const;
    await mel.refused('POST', '/messages', participants, ...refused);
    await mel.refused('PATCH', `/messages/${first}`, { content: '@**topic**' }, ...refused);
    await olive.ok('POST', '/messages', participants);
  });
});

describe('bounded work', () => {
  test('bound deleteTopicMilliseconds: a request that has taken that long reports that it is not finished', async () => {
    await Promise.all(
      Array.from({ length: limits.deleteTopicBatch + 1 }, () =>
        mel.sendToChannel('general', 'long topic', 'x'),
      ),
    );
    const remove = async () =>
      (await olive.ok('POST', `/streams/${general}/delete_topic`, { topic_name: 'long topic' })).complete;
    assert.equal(await withLimit('deleteTopicMilliseconds', 0, remove), false);
    assert.equal(await remove(), true);
  });

  test('bound profileFieldValueCodePoints: a long text is accepted up to it', async () => {
    const { id } = await olive.ok('POST', '/realm/profile_fields', { field_type: 2, name: 'About' });
    const set = (size: number) =>
      mel.request('PATCH', '/users/me/profile_data', { data: [{ id, value: 'x'.repeat(size) }] });
    const [accepted, refused] = [
      await set(limits.profileFieldValueCodePoints),
      await set(limits.profileFieldValueCodePoints + 1),
    ];
    assert.deepEqual([accepted.status, refused.status], [200, 400]);
    assert.match(refused.body.msg, /too long/);
  });
});
