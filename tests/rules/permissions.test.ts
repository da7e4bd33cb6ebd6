// Permission checks that read the database in a unit of work, as tables: changing and creating bots, adding people to and
// removing them from channels, channel policies, and group mentions.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GroupSettingValue } from '../../src/api-contract/group-setting.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import type { Channel } from '../../src/model/channels/channel.ts';
import type { OrganizationSettings } from '../../src/model/organizations/organization-settings.ts';
import { accountById, updateAccount } from '../../src/stores/accounts/account-store.ts';
import type { ActorContext } from '../../src/stores/actor-context.ts';
import { changeableBot, checkMayCreateBot } from '../../src/stores/bots/bot-rules.ts';
import type { ChannelWithMembership } from '../../src/stores/channel-access/channel-membership.ts';
import {
  addableAmong,
  requireSubscribePermission,
  requireUnsubscribePermission,
} from '../../src/stores/channel-access/subscribing-rules.ts';
import {
  hasNamedTopics,
  requireDeletePolicyPermission,
  requireTopicsPolicyPermission,
} from '../../src/stores/channels/channel-change-rules.ts';
import { membersOf, mentionableGroups } from '../../src/stores/messages/mention-rules.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, adam, mona, mel, mia, gus] = await Promise.all(
  (['olive', 'adam', 'mona', 'mel', 'mia', 'gus'] as const).map((name) => server.as(name)),
);
assert.ok(olive && adam && mona && mel && mia && gus);
const { database } = server.server.services;
const PERMISSION = { message: 'Insufficient permission' };

const only = (...people: readonly { readonly userId: number }[]): GroupSettingValue => ({
  direct_members: people.map(({ userId }) => userId),
  direct_subgroups: [],
});

/** A unit of work of an account, in an organization with other settings. */
function as(
  { userId }: { readonly userId: number },
  settings: Partial<OrganizationSettings>,
  work: (acting: ActorContext) => Promise<void>,
): Promise<void> {
  return database.write(1, async (writer) => {
    const account = await accountById(writer, userId);
    assert.ok(account);
    const demo = await readOrganization(writer);
    const organization = { ...demo, settings: { ...demo.settings, ...settings } };
    await work({ writer, organization, account });
  });
}

test('a bot is changed by its owner and administrators, and a bot that may create accounts only by owners', async () => {
  const { user_id: bot } = await mel.ok('POST', '/bots', { full_name: 'Lamp', short_name: 'lamp' });
  const { user_id: maker } = await adam.ok('POST', '/bots', { full_name: 'Maker', short_name: 'maker' });
  const system = await database.write(1, async (writer) => {
    await updateAccount(writer, maker, { can_create_users: 1 });
    const row = await writer.db
      .selectFrom('account')
      .select('id')
      .where('is_system_bot', '=', 1)
      .executeTakeFirstOrThrow();
    return row.id;
  });
  const none = { message: 'No such bot' };
  const owner = { message: 'Must be an organization owner' };
  for (const [who, id, expectedError] of [
    [mel, bot, undefined],
    [adam, bot, undefined],
    [mona, bot, PERMISSION],
    [mia, bot, PERMISSION],
    [olive, mia.userId, none],
    [olive, 987_654, none],
    [olive, system, none],
    [adam, maker, owner],
    [olive, maker, undefined],
  ] as const) {
    await as(who, {}, async ({ writer, account }) => {
      if (expectedError) await assert.rejects(changeableBot(writer, account, id), expectedError);
      else assert.equal((await changeableBot(writer, account, id)).id, id);
    });
  }
});

test('people who may not create all bots may create incoming webhooks with that permission', async () => {
  const [incoming, generic] = [2, 1];
  for (const [any, sending, type, isAllowed] of [
    [only(mel), only(), generic, true],
    [only(mel), only(), incoming, true],
    [only(), only(mel), incoming, true],
    [only(), only(mel), generic, false],
    [only(), only(), incoming, false],
  ] as const) {
    const settings = { can_create_bots_group: any, can_create_write_only_bots_group: sending };
    await as(mel, settings, async (acting) => {
      if (isAllowed) await checkMayCreateBot(acting, type);
      else await assert.rejects(checkMayCreateBot(acting, type), PERMISSION);
    });
  }
});

test('channel policies are changed by administrators and people with the organization’s permission', async () => {
  for (const [who, entrusted, isAllowed] of [
    [mel, [mel], true],
    [mel, [], false],
    [mona, [], false],
    [adam, [], true],
  ] as const) {
    const settings = {
      can_set_delete_message_policy_group: only(...entrusted),
      can_set_topics_policy_group: only(...entrusted),
    };
    await as(who, settings, async (acting) => {
      await requireDeletePolicyPermission(acting, 'can_send_message_group');
      for (const check of [
        () => requireDeletePolicyPermission(acting, 'can_delete_any_message_group'),
        () => requireDeletePolicyPermission(acting, 'can_delete_own_message_group'),
        () => requireTopicsPolicyPermission(acting),
      ]) {
        if (isAllowed) await check();
        else await assert.rejects(check(), PERMISSION);
      }
    });
  }
});

test('only messages in a named topic prevent the policy that allows only the empty topic', async () => {
  const has = async (id: number) => hasNamedTopics(database.reader(1), id);
  const { id } = await olive.ok('POST', '/channels/create', { name: 'plain', subscribers: [olive.userId] });
  const other = await olive.ok('POST', '/channels/create', { name: 'other', subscribers: [olive.userId] });
  await olive.sendToChannel('other', 'named', 'x');
  await olive.sendToChannel('plain', '', 'x');
  assert.equal(await has(id), false);
  const inNamedTopic = await olive.sendToChannel('plain', 'named', 'x');
  assert.deepEqual([await has(id), await has(other.id)], [true, true]);
  await olive.ok('DELETE', `/messages/${inNamedTopic}`);
  assert.equal(await has(id), false);
});

/** A channel in which no one has permissions, and an account's subscription to it. */
const channelAndMembership = (
  id: number,
  more: Partial<ChannelWithMembership['membership']> = {},
  settings: Partial<Channel['groupSettings']> = {},
): ChannelWithMembership => ({
  channel: {
    id,
    isPrivate: true,
    isWebPublic: false,
    groupSettings: { can_add_subscribers_group: only(), can_remove_subscribers_group: only(), ...settings },
  } as Channel,
  membership: {
    role: Role.member,
    isSubscribed: false,
    isInGrantingGroup: false,
    isInAdministeringGroup: false,
    ...more,
  },
});

test('adding others to channels needs permission in every channel', async () => {
  const administers = { isInAdministeringGroup: true };
  const grants = { can_add_subscribers_group: only(mel, gus) };
  const three = [
    channelAndMembership(1),
    channelAndMembership(2, administers),
    channelAndMembership(3, {}, grants),
  ];
  for (const [who, anywhere, expected] of [
    [adam, [], [1, 2, 3]],
    [mona, [], [2]],
    [mona, [mona], [1, 2, 3]],
    [mel, [], [2, 3]],
    // Guests administer nothing.
    [gus, [], []],
  ] as const) {
    await as(who, { can_add_subscribers_group: only(...anywhere) }, async (acting) => {
      assert.deepEqual([...(await addableAmong(acting, three))], expected, acting.account.fullName);
      if (expected.length === 3) await requireSubscribePermission(acting, three);
      else await assert.rejects(requireSubscribePermission(acting, three), PERMISSION);
      assert.deepEqual([...(await addableAmong(acting, []))], []);
      const first = expected.filter((id) => id === 1);
      assert.deepEqual([...(await addableAmong(acting, three.slice(0, 1)))], first);
    });
  }
  await as(mel, { can_add_subscribers_group: only() }, (acting) =>
    requireSubscribePermission(acting, three.slice(1)),
  );
});

test('removing others from channels needs permission in every channel', async () => {
  const administers = { isInAdministeringGroup: true };
  const grants = { can_remove_subscribers_group: only(mel) };
  const isSubscribed = { isSubscribed: true };
  for (const [who, channels, isAllowed] of [
    [adam, [channelAndMembership(1)], true],
    [mona, [channelAndMembership(1)], false],
    [mona, [channelAndMembership(1, isSubscribed)], false],
    [mona, [channelAndMembership(1, administers), channelAndMembership(2, administers)], true],
    [mona, [channelAndMembership(1, administers), channelAndMembership(2, isSubscribed)], false],
    [
      mel,
      [channelAndMembership(1, isSubscribed, grants), channelAndMembership(2, isSubscribed, grants)],
      true,
    ],
    [mel, [channelAndMembership(1, isSubscribed, grants), channelAndMembership(2, isSubscribed)], false],
    // People who may not know the channel can remove no one.
    [mel, [channelAndMembership(1, {}, grants)], false],
    [mel, [channelAndMembership(1, isSubscribed, grants), channelAndMembership(2, {}, grants)], false],
  ] as const) {
    await as(who, {}, async (acting) => {
      if (isAllowed) await requireUnsubscribePermission(acting, channels);
      else await assert.rejects(requireUnsubscribePermission(acting, channels), PERMISSION);
    });
  }
});

test('a group is mentioned with permission, and its members are notified', async () => {
  const make = async (
    name: string,
    members: readonly (typeof mel)[],
    can_mention_group: GroupSettingValue,
  ) => {
    const createdGroup = await olive.ok('POST', '/user_groups/create', {
      name,
      description: '',
      members: members.map(({ userId }) => userId),
      can_mention_group,
    });
    return createdGroup.group_id as number;
  };
  const { user_groups } = await olive.ok('GET', '/user_groups');
  const role = (name: string): number =>
    user_groups.find((group: { name: string }) => group.name === name).id;
  const cooks = await make('cooks', [mel, mia], only(mel));
  const deactivated = await make('gone', [mia], only());
  const all = await make('all', [mia, adam], role('role:everyone'));
  await olive.ok('POST', `/user_groups/${deactivated}/deactivate`);
  const refusal = { message: "You are not allowed to mention user group 'cooks'." };
  await as(mel, {}, async (acting) => {
    assert.deepEqual(await mentionableGroups(acting, [cooks, deactivated, 987_654, all]), [cooks, all]);
    assert.deepEqual(await mentionableGroups(acting, []), []);
    const { writer } = acting;
    const now = await database.sequence(writer);
    const members = await membersOf(writer, [cooks, all], now);
    assert.deepEqual(members.toSorted(), [mel.userId, mia.userId, adam.userId].toSorted());
    assert.deepEqual(await membersOf(writer, [], now), []);
  });
  await as(mia, {}, async (acting) => {
    await assert.rejects(mentionableGroups(acting, [all, cooks]), refusal);
    assert.deepEqual(await mentionableGroups(acting, [all]), [all]);
  });
  // The system may mention what everyone may mention.
  await as(mel, {}, async (acting) => {
    const system = { ...acting, account: { ...acting.account, isSystemBot: true } };
    assert.deepEqual(await mentionableGroups(system, [all]), [all]);
    await assert.rejects(mentionableGroups(system, [cooks]), refusal);
  });
});
