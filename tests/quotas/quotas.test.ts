// Quotas: who sees and changes them, whom they count for, and actions that do not reduce the count.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ADMINISTRATOR_FACTOR } from '../../src/api-contract/limits/quotas.ts';
import { allQuotas } from '../../src/model/quotas/quota.ts';
import { makeWorld } from '../bad-input/world.ts';
import type { ApiClient, Json } from '../support/client.ts';
import { sendConcurrently } from '../support/concurrent-requests.ts';
import { startTestServer } from '../support/server.ts';
import { makeRealWorld, passDay, setQuota } from './support.ts';

const world = await makeRealWorld();
const [olive, adam, mel, mia] = (['olive', 'adam', 'mel', 'mia'] as const).map(world.client) as [
  ApiClient,
  ApiClient,
  ApiClient,
  ApiClient,
];
let count = 0;
const channel = () => ({ name: `of quotas ${++count}`, subscribers: [] });
const make = (caller: ApiClient) => caller.ok('POST', '/channels/create', channel());
const refused = (caller: ApiClient, message?: string) =>
  caller.refused('POST', '/channels/create', channel(), 'QUOTA_EXCEEDED', message);

/** Runs a test with a quota; afterwards the organization has its default and a new day. */
async function withLimitOf(name: string, limit: number, action: () => Promise<void>): Promise<void> {
  await passDay(world);
  await setQuota(world, name, limit);
  try {
    await action();
  } finally {
    await setQuota(world, name, null);
    await passDay(world);
  }
}

describe('administrators', () => {
  test('see every quota with its default and its maximum', async () => {
    const { quotas, administrator_factor: factor } = await adam.ok('GET', '/realm/quotas');
    assert.equal(factor, ADMINISTRATOR_FACTOR);
    assert.deepEqual(
      quotas.map(({ name, limit, default_limit, highest_limit }: Json) => [
        name,
        limit,
        default_limit,
        highest_limit,
      ]),
      allQuotas.map(({ name, bound }) => [name, bound.initial, bound.initial, bound.ceiling]),
    );
  });

  test('change some quotas without changing others', async () => {
    const { quotas } = await adam.ok('PATCH', '/realm/quotas', {
      quotas: { channels_per_day: 7, drafts_per_account: 8 },
    });
    const limits = new Map(quotas.map(({ name, limit }: Json) => [name, limit]));
    assert.deepEqual([limits.get('channels_per_day'), limits.get('drafts_per_account')], [7, 8]);
    assert.equal(limits.get('bots_per_day'), 50);
    const changes = { channels_per_day: null, drafts_per_account: null };
    const answerToReset = await adam.ok('PATCH', '/realm/quotas', { quotas: changes });
    assert.deepEqual(
      answerToReset.quotas.filter((quota: Json) => quota.limit !== quota.default_limit),
      [],
    );
  });

  test('leave an entry in the audit log when they change a quota', async () => {
    await adam.ok('PATCH', '/realm/quotas', { quotas: { bots_per_day: 51 } });
    const { entries } = await olive.ok('GET', '/audit_log', { kind: 'quota_changed', limit: 1 });
    const [{ acting_user_id: by, details }] = entries;
    assert.deepEqual([by, details], [adam.userId, { property: 'bots_per_day', old: 50, new: 51 }]);
    await setQuota(world, 'bots_per_day', null);
  });

  test('cannot exceed the server’s maximum', async () => {
    for (const [quotas, message] of [
      [{ channels_per_day: 10_001 }, 'channels_per_day must be a whole number from 1 to 10000.'],
      [{ channels_per_day: 0 }, 'channels_per_day must be a whole number from 1 to 10000.'],
      [{ drafts_per_account: 5, cats_per_day: 1 }, "Unknown quota 'cats_per_day'."],
    ] as const) {
      await olive.refused('PATCH', '/realm/quotas', { quotas }, 'BAD_REQUEST', message);
    }
    const { quotas } = await olive.ok('GET', '/realm/quotas');
    assert.ok(quotas.every((quota: Json) => quota.limit === quota.default_limit));
    await setQuota(world, 'channels_per_day', 10_000);
    await setQuota(world, 'channels_per_day', null);
  });

  test('are the only people who can see and change quotas', async () => {
    const message = 'Must be an organization administrator';
    await mel.refused('GET', '/realm/quotas', {}, 'UNAUTHORIZED_PRINCIPAL', message);
    const quotas = { channels_per_day: 1000 };
    await mel.refused('PATCH', '/realm/quotas', { quotas }, 'UNAUTHORIZED_PRINCIPAL', message);
  });

  test('create ten times as much as members in a day, and get an error that says they can raise it', async () => {
    await withLimitOf('channels_per_day', 1, async () => {
      await make(mel);
      await refused(
        mel,
        'You can create at most 1 channels a day. Try again tomorrow, or ask an administrator to raise the limit.',
      );
      for (let times = 0; times < ADMINISTRATOR_FACTOR; times++) await make(adam);
      await refused(
        adam,
        'You can create at most 10 channels a day. Try again tomorrow, or raise the limit in the organization settings.',
      );
    });
  });
});

test('reactivated and transferred bots count for their current owner', async () => {
  const { bots } = await mia.ok('GET', '/bots');
  const sleeper = await mia.ok('POST', '/bots', { full_name: 'Sleeper', short_name: 'sleeper' });
  await withLimitOf('bots_per_account', bots.length + 1, async () => {
    await mia.ok('DELETE', `/bots/${sleeper.user_id}`);
    await mia.ok('POST', '/bots', { full_name: 'Waker', short_name: 'waker' });
    await mia.refused('POST', `/users/${sleeper.user_id}/reactivate`, {}, 'QUOTA_EXCEEDED');
  });
});

describe('a day', () => {
  test('counts per account', async () => {
    await withLimitOf('channels_per_day', 1, async () => {
      await make(mel);
      await refused(mel);
      await make(mia);
    });
  });

  test('counts creations of bots for their owner', async () => {
    await withLimitOf('channels_per_day', 1, async () => {
      const bot = await mia.ok('POST', '/bots', { full_name: 'Digger', short_name: 'digger' });
      const { user } = await mia.ok('GET', `/users/${bot.user_id}`);
      const asBot = world.server.client(user.email, bot.api_key, bot.user_id);
      await make(asBot);
      await refused(mia);
      await refused(asBot);
    });
  });

  test('is not reduced by deletions', async () => {
    await withLimitOf('drafts_per_day', 2, async () => {
      const drafts = [{ type: '', to: [], topic: '', content: 'a thought' }];
      for (let times = 0; times < 2; times++) {
        const { ids } = await mel.ok('POST', '/drafts', { drafts });
        await mel.ok('DELETE', `/drafts/${ids[0]}`);
      }
      await mel.refused('POST', '/drafts', { drafts }, 'QUOTA_EXCEEDED');
    });
  });

  test('does not count refused requests', async () => {
    await withLimitOf('channels_per_day', 3, async () => {
      const subscriptions = Array.from({ length: 4 }, () => ({ name: channel().name }));
      await mel.refused('POST', '/users/me/subscriptions', { subscriptions }, 'QUOTA_EXCEEDED');
      await mel.ok('POST', '/users/me/subscriptions', { subscriptions: subscriptions.slice(1) });
      await refused(mel);
    });
  });

  test('is enforced for two concurrent requests', async () => {
    await withLimitOf('channels_per_day', 1, async () => {
      const one = () => mel.request('POST', '/channels/create', channel());
      const answers = await sendConcurrently(world.server, [one, one, one]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 400, 400],
      );
    });
  });

  test('has no limit in the demo organization, where maximums apply', async () => {
    const demo = await makeWorld(await startTestServer());
    await setQuota(demo, 'channels_per_day', 1);
    const person = demo.client('mel');
    for (let times = 0; times < 3; times++) await make(person);
    await setQuota(demo, 'channels_per_organization', 1);
    await refused(
      person,
      'An organization can have at most 1 channels. Archive some, or ask an administrator to raise the limit.',
    );
  });
});

test('a person who is named in several permissions counts in each of them', async () => {
  const { id } = await make(mel);
  const { group_id: group } = await mel.ok('POST', '/user_groups/create', {
    name: 'of quotas',
    description: '',
    members: [],
  });
  const value = { new: { direct_members: [mel.userId, mia.userId], direct_subgroups: [] } };
  await withLimitOf('permission_members_per_day', 3, async () => {
    await mel.ok('PATCH', `/streams/${id}`, { can_remove_subscribers_group: value });
    const path = `/user_groups/${group}`;
    await mel.refused('PATCH', path, { can_mention_group: value }, 'QUOTA_EXCEEDED');
    const channelPath = `/streams/${id}`;
    await mel.refused('PATCH', channelPath, { can_add_subscribers_group: value }, 'QUOTA_EXCEEDED');
    const one = { new: { direct_members: [mel.userId], direct_subgroups: [] } };
    await mel.ok('PATCH', path, { can_mention_group: one });
  });
});

describe('a maximum', () => {
  test('is enforced for two concurrent requests', async () => {
    await withLimitOf('drafts_per_account', 1000, async () => {
      const { count: present } = await mel.ok('GET', '/drafts');
      await setQuota(world, 'drafts_per_account', present + 1);
      const drafts = [{ type: '', to: [], topic: '', content: 'a thought' }];
      const one = () => mel.request('POST', '/drafts', { drafts });
      const answers = await sendConcurrently(world.server, [one, one]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 400],
      );
    });
  });

  test('allows more after archiving, and counts unarchiving', async () => {
    const { id: old } = await make(olive);
    await olive.ok('DELETE', `/streams/${old}`);
    const { quotas } = await olive.ok('GET', '/realm/quotas');
    const { used } = quotas.find(({ name }: Json) => name === 'channels_per_organization');
    await withLimitOf('channels_per_organization', used + 1, async () => {
      const { id: fresh } = await make(mel);
      await refused(mel);
      await olive.refused('PATCH', `/streams/${old}`, { is_archived: false }, 'QUOTA_EXCEEDED');
      await olive.ok('DELETE', `/streams/${fresh}`);
      await olive.ok('PATCH', `/streams/${old}`, { is_archived: false });
    });
  });

  test('that was lowered removes nothing', async () => {
    const drafts = [1, 2, 3].map((number) => ({ type: '', to: [], topic: '', content: `${number}` }));
    const { ids } = await mia.ok('POST', '/drafts', { drafts });
    await withLimitOf('drafts_per_account', 1, async () => {
      assert.equal((await mia.ok('GET', '/drafts')).count >= ids.length, true);
      await mia.refused('POST', '/drafts', { drafts: drafts.slice(1) }, 'QUOTA_EXCEEDED');
    });
  });

  test('of followed topics never refuses a message', async () => {
    await mia.ok('PATCH', '/settings', { automatically_follow_topics_policy: 1 });
    const topicsOf = async () =>
      (await mia.ok('POST', '/register', { fetch_event_types: ['user_topic'] })).user_topics.length;
    await mia.sendToChannel('general', 'first of quotas', 'x');
    const before = await topicsOf();
    assert.ok(before > 0);
    await withLimitOf('topic_settings_per_account', before, async () => {
      await mia.sendToChannel('general', 'second of quotas', 'x');
      assert.equal(await topicsOf(), before);
    });
    await mia.sendToChannel('general', 'third of quotas', 'x');
    assert.equal(await topicsOf(), before + 1);
  });
});

describe('two organizations', () => {
  test('have separate quotas and counts', async () => {
    const { elsa } = world;
    await withLimitOf('channels_per_organization', 1, async () => {
      await refused(mel);
      await make(elsa);
      const { quotas } = await elsa.ok('GET', '/realm/quotas');
      assert.ok(quotas.every((quota: Json) => quota.limit === quota.default_limit));
    });
    await elsa.ok('PATCH', '/realm/quotas', { quotas: { channels_per_organization: 1 } });
    await elsa.refused('POST', '/channels/create', channel(), 'QUOTA_EXCEEDED');
    await make(mel);
  });
});
