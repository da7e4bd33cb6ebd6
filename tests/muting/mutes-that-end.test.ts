// Mutes of topics, people, channels and direct conversations end at their time: not before, even after a restart, and
// any client can change the time.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { LogEntry } from '../../src/api-contract/event.ts';
import { limits } from '../../src/api-contract/limits.ts';
import { DAY, nowSeconds } from '../../src/api-contract/time.ts';
import {
  endingChannelMutes,
  endingDirectMutes,
  endingPersonMutes,
  endingTopicMutes,
} from '../../src/jobs/end-mutes.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitUntil } from '../support/waiting.ts';

const clock = { ahead: 0 };
const server = await startTestServer({ clock: () => Date.now() / 1000 + clock.ahead });
const [olive, mel, mia] = [await server.as('olive'), await server.as('mel'), await server.as('mia')];
const { stream_id } = await mel.ok('GET', '/get_stream_id', { stream: 'general' });
type Client = typeof mel;

const setChannel = (client: Client, property: string, value: unknown, id = stream_id) =>
  client.ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: id, property, value }],
  });

/**
 * A topic, a person, a channel and a direct conversation: how each is muted and unmuted, and how the times at which its
 * mutes end are read.
 */
const kinds = {
  topic: {
    mute: (client: Client, muted_until?: number) =>
      client.ok('POST', '/user_topics', {
        ...{ stream_id, topic: 'lunch', visibility_policy: 1 },
        ...(muted_until !== undefined && { muted_until }),
      }),
    unmute: (client: Client) =>
      client.ok('POST', '/user_topics', { stream_id, topic: 'lunch', visibility_policy: 0 }),
    ends: async (client: Client): Promise<unknown[]> => {
      const { user_topics } = await client.ok('POST', '/register', { fetch_event_types: ['user_topic'] });
      return user_topics
        .filter((one: Json) => one.topic_name === 'lunch' || one.topic_name === 'dinner')
        .map((one: Json) => one.muted_until);
    },
    types: ['muted_topics', 'user_topic'],
  },
  person: {
    mute: (client: Client, muted_until?: number) =>
      client.ok(
        'POST',
        `/users/me/muted_users/${mia.userId}`,
        muted_until === undefined ? {} : { muted_until },
      ),
    unmute: (client: Client) => client.ok('DELETE', `/users/me/muted_users/${mia.userId}`),
    ends: async (client: Client): Promise<unknown[]> => {
      const { muted_users } = await client.ok('POST', '/register', { fetch_event_types: ['muted_users'] });
      return muted_users.map((one: Json) => one.muted_until);
    },
    types: ['muted_users'],
  },
  'direct conversation': {
    mute: (client: Client, muted_until?: number) =>
      client.ok('POST', '/users/me/muted_direct_conversations', {
        user_ids: [mia.userId, olive.userId],
        ...(muted_until !== undefined && { muted_until }),
      }),
    unmute: (client: Client) =>
      client.ok('DELETE', '/users/me/muted_direct_conversations', { user_ids: [mia.userId, olive.userId] }),
    ends: async (client: Client): Promise<unknown[]> => {
      const { muted_direct_conversations: all } = await client.ok(
        'GET',
        '/users/me/muted_direct_conversations',
      );
      return all.map((one: Json) => one.muted_until);
    },
    types: ['muted_direct_conversations'],
  },
  channel: {
    mute: (client: Client, muted_until?: number) =>
      muted_until === undefined
        ? setChannel(client, 'is_muted', true)
        : setChannel(client, 'muted_until', muted_until),
    unmute: (client: Client) => setChannel(client, 'is_muted', false),
    ends: async (client: Client): Promise<unknown[]> => {
      const { subscriptions } = await client.ok('GET', '/users/me/subscriptions');
      return subscriptions
        .filter((one: Json) => one.is_muted || one.muted_until !== null)
        .map((one: Json) => one.muted_until);
    },
    types: ['subscription', 'subscription', 'subscription'],
  },
} as const;
const endings = [endingTopicMutes, endingPersonMutes, endingDirectMutes, endingChannelMutes];
const runAfter = async (seconds: number) => {
  clock.ahead = seconds;
  await server.server.scheduler.runDue();
};

afterEach(() => {
  clock.ahead = 0;
});

for (const [name, { mute, unmute, ends, types }] of Object.entries(kinds))
  describe(`a ${name} that is muted until a time`, () => {
    test('is unmuted then, with the events of unmuting', async () => {
      const until = nowSeconds() + 3600;
      await expectFold([mel], () => mute(mel, until));
      assert.deepEqual(await ends(mel), [until]);
      await runAfter(3500);
      assert.deepEqual(await ends(mel), [until]);
      const [melEvents = [], oliveEvents] = await expectFold([mel, olive], () => runAfter(3700));
      assert.deepEqual(await ends(mel), []);
      assert.deepEqual(
        melEvents.map(({ type }) => type),
        types,
      );
      assert.deepEqual(oliveEvents, []);
    });

    test('wakes a job then, so that it does not wait for the next check', async () => {
      const entries: LogEntry[] = [];
      server.server.services.database.onCommit(async (_id, commit) => void entries.push(...commit.entries));
      const until = nowSeconds() + 3600;
      await mute(mel, until);
      await unmute(mel);
      // Other events also add something.
      const id = await mel.sendToChannel('general', 'mutes', 'hello');
      await mel.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'tada' });
      await waitUntil(async () => entries.some(({ type }) => type === 'reaction'));
      const moments = entries.flatMap((entry) => endings.map((ending) => ending.wakeOn(entry)));
      const times = moments.filter((moment) => Number.isFinite(moment));
      assert.deepEqual([...new Set(times)], [until]);
    });

    test('stays muted if it is muted again without a time', async () => {
      await mute(mel, nowSeconds() + 3600);
      clock.ahead = 5;
      await expectFold([mel], () => mute(mel));
      await runAfter(3700);
      assert.deepEqual(await ends(mel), [null]);
      await unmute(mel);
    });

    test('has a new time if it is muted again with one', async () => {
      await mute(mel, nowSeconds() + 3600);
      const later = nowSeconds() + 7200;
      await expectFold([mel], () => mute(mel, later));
      await runAfter(3700);
      assert.deepEqual(await ends(mel), [later]);
      await runAfter(7300);
      assert.deepEqual(await ends(mel), []);
    });

    test('is unmuted at the start of a server that was not running then', async () => {
      const storage = { dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
      const first = await startTestServer(storage);
      await mute(await first.as('mel'), nowSeconds() + 100);
      await first.close();
      const second = await startTestServer({ ...storage, clock: () => Date.now() / 1000 + 150 });
      await second.server.scheduler.runDue();
      assert.deepEqual(await ends(await second.as('mel')), []);
    });

    test('bound muteDays: cannot be muted until a time that is over or more than a year ahead', async () => {
      const far = nowSeconds() + limits.muteDays * DAY;
      await assert.rejects(mute(mel, nowSeconds() - 1), /The time must be in the future/);
      await assert.rejects(mute(mel, far + 60), /Something can be muted for at most 366 days/);
      await mute(mel, far);
      await unmute(mel);
    });
  });

test('a followed topic has no time at which it is unmuted, and following a topic ends its mute', async () => {
  const sent = { stream_id, topic: 'lunch', visibility_policy: 3 };
  await mel.refused(
    'POST',
    '/user_topics',
    { ...sent, muted_until: nowSeconds() + 60 },
    'BAD_REQUEST',
    'Only a muted topic can have a time at which it is unmuted.',
  );
  await kinds.topic.mute(mel, nowSeconds() + 3600);
  await mel.ok('POST', '/user_topics', sent);
  await runAfter(3700);
  assert.deepEqual(await kinds.topic.ends(mel), [null]);
  await kinds.topic.unmute(mel);
});

test('a muted topic keeps its time when it is moved', async () => {
  const until = nowSeconds() + 3600;
  const id = await mel.sendToChannel('general', 'lunch', 'pizza?');
  await kinds.topic.mute(mel, until);
  await expectFold([mel], () =>
    olive.ok('PATCH', `/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' }),
  );
  assert.deepEqual(await kinds.topic.ends(mel), [until]);
});

describe('a channel that is muted until a time', () => {
  const { ends, mute, unmute } = kinds.channel;

  test('is muted for clients that do not know the time', async () => {
    const until = nowSeconds() + 3600;
    const [events = []] = await expectFold([mel], () => mute(mel, until));
    assert.deepEqual(
      events.map(({ property, value }) => [property, value]),
      [
        ['in_home_view', false],
        ['is_muted', true],
        ['muted_until', until],
      ],
    );
    const [eventsOfUnmute = []] = await expectFold([mel], () => setChannel(mel, 'muted_until', null));
    assert.deepEqual(
      eventsOfUnmute.map(({ property, value }) => [property, value]),
      [['muted_until', null]],
    );
    assert.deepEqual(await ends(mel), [null]);
    await unmute(mel);
  });

  test('loses its time when a client unmutes it by the older name', async () => {
    await mute(mel, nowSeconds() + 3600);
    await expectFold([mel], () => setChannel(mel, 'in_home_view', true));
    assert.deepEqual(await ends(mel), []);
  });

  test('is unmuted when a person who had left it returns after that time', async () => {
    await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'evenings' }] });
    const { stream_id: id } = await mel.ok('GET', '/get_stream_id', { stream: 'evenings' });
    await setChannel(mel, 'muted_until', nowSeconds() + 3600, id);
    await mel.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['evenings'] });
    const listener = await mel.registerQueue();
    await runAfter(3700);
    assert.deepEqual(await listener.eventsOf('subscription'), []);
    await expectFold([mel], async () => {
      await mel.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'evenings' }] });
      await server.server.scheduler.runDue();
    });
    assert.deepEqual(await ends(mel), []);
  });
});
