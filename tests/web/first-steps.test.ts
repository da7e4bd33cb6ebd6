// The first steps of new accounts: which are offered to whom, what makes each done, and the topic shown to newcomers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { isFirstRun } from '../../web/app/is-first-run.ts';
import { exampleTopic } from '../../web/first-run/example-topic.ts';
import {
  channelsToJoin,
  type FirstRunFacts,
  firstSteps,
  peopleHere,
  welcomeTopic,
} from '../../web/first-run/first-steps.ts';

const OWN = 1;
const EVERYONE = 11;
const nothing: FirstRunFacts = { isNotified: false };
const person = (user_id: number, role = 400, full_name = `Person ${user_id}`) => ({
  user_id,
  role,
  full_name,
  is_bot: false,
  is_active: true,
  date_joined: new Date().toISOString(),
});
const channel = (stream_id: number, more: object = {}) => ({
  stream_id,
  name: `channel ${stream_id}`,
  creator_id: OWN,
  invite_only: false,
  is_archived: false,
  topics_policy: 'inherit',
  can_send_message_group: EVERYONE,
  ...more,
});
/** A new organization: its founder, and one channel. */
const founded = {
  user_id: OWN,
  is_admin: true,
  is_owner: true,
  avatar_source: 'J',
  realm_users: [person(OWN, 100)],
  realm_user_groups: [
    { id: EVERYONE, name: 'role:everyone', members: [OWN], direct_subgroup_ids: [], is_system_group: true },
  ],
  realm_can_create_public_channel_group: EVERYONE,
  realm_can_invite_users_group: EVERYONE,
  realm_create_multiuse_invite_group: EVERYONE,
  realm_default_streams: [5],
  subscriptions: [channel(5)],
  unsubscribed: [],
  never_subscribed: [],
  onboarding_steps: [
    { type: 'one_time_notice', name: 'next_steps' },
    { type: 'one_time_notice', name: 'next_steps_notifications' },
  ],
};
const stateWith = (changes: object = {}) => ({ ...founded, ...changes }) as unknown as State;
/** A member, not the first one. */
const member = { is_admin: false, is_owner: false, realm_users: [person(OWN), person(2, 100)] };

const stepsOf = (changes: object = {}, facts = nothing) => firstSteps(stateWith(changes), OWN, facts);
const keys = (...values: Parameters<typeof stepsOf>) => stepsOf(...values).map(({ key }) => key);
const doneKeys = (...values: Parameters<typeof stepsOf>) =>
  stepsOf(...values).flatMap(({ key, isDone }) => (isDone ? [key] : []));

describe('the first steps', () => {
  test('of an administrator set up the organization', () => {
    assert.deepEqual(keys(), ['picture', 'invite', 'create', 'notifications']);
    assert.deepEqual(doneKeys(), []);
  });

  test('of everyone else help them find their way around', () => {
    const more = { ...member, never_subscribed: [channel(6)] };
    assert.deepEqual(keys(more), ['hello', 'picture', 'join', 'notifications']);
    assert.deepEqual(doneKeys(more), []);
  });

  test('are without those that the person may not do, or that would be empty', () => {
    const closedState = {
      realm_can_create_public_channel_group: 99,
      realm_can_invite_users_group: 99,
      realm_create_multiuse_invite_group: 99,
    };
    assert.deepEqual(keys(closedState), ['picture', 'notifications']);
    assert.deepEqual(keys({ ...member, realm_avatar_changes_disabled: true }), ['hello', 'notifications']);
    assert.deepEqual(keys({ ...member, realm_default_streams: [] }), ['picture', 'join', 'notifications']);
  });

  test('are done if their result exists, whoever achieved it and wherever', () => {
    assert.deepEqual(doneKeys({ avatar_source: 'U' }), ['picture']);
    assert.deepEqual(doneKeys({}, { ...nothing, hasInvited: true }), ['invite']);
    assert.deepEqual(doneKeys({ realm_users: [person(OWN, 100), person(2)] }), ['invite']);
    assert.deepEqual(doneKeys({ never_subscribed: [channel(6)] }), ['create']);
    assert.deepEqual(doneKeys({}, { isNotified: true }), ['notifications']);
    assert.deepEqual(doneKeys({ onboarding_steps: [{ name: 'next_steps' }] }), ['notifications']);
    assert.deepEqual(doneKeys(member, { ...nothing, hasWritten: true }), ['hello']);
    const stateAfterJoining = { ...member, subscriptions: [channel(5), channel(6)] };
    assert.deepEqual(doneKeys(stateAfterJoining), ['join']);
  });

  test('are not done by bots, archived channels and sample content', () => {
    const bot = { ...person(2), is_bot: true };
    assert.deepEqual(doneKeys({ realm_users: [person(OWN, 100), bot] }), []);
    assert.deepEqual(doneKeys({ never_subscribed: [channel(6, { is_archived: true })] }), []);
    assert.deepEqual(doneKeys({ never_subscribed: [channel(6, { creator_id: null })] }), []);
  });
});

describe('a newcomer', () => {
  test('says hello in the oldest default channel that a person made', () => {
    const channels = [channel(4, { creator_id: null }), channel(5), channel(7)];
    const state = stateWith({ ...member, subscriptions: channels, realm_default_streams: [4, 5, 7] });
    assert.deepEqual(welcomeTopic(state, OWN), { channelId: 5, topic: 'greetings' });
  });

  test('says hello where they may post', () => {
    const channels = [channel(5, { can_send_message_group: 99 }), channel(7)];
    const state = stateWith({ ...member, subscriptions: channels, realm_default_streams: [5, 7] });
    assert.equal(welcomeTopic(state, OWN)?.channelId, 7);
  });

  test('says hello without a topic where a channel has none', () => {
    const channels = [channel(5, { topics_policy: 'empty_topic_only' })];
    assert.equal(welcomeTopic(stateWith({ subscriptions: channels }), OWN)?.topic, '');
  });

  test('sees the other people, those who run the organization first', () => {
    const people = [person(OWN), person(2), person(3, 200, 'Zoe'), person(4, 100), person(5, 600, 'A guest')];
    const bot = { ...person(6), is_bot: true };
    const otherPeople = peopleHere(stateWith({ realm_users: [...people, bot] }), OWN);
    assert.deepEqual(
      otherPeople.map(({ user_id }) => user_id),
      [4, 3, 5, 2],
    );
  });

  test('is offered the channels that they may join', () => {
    const others = [channel(6), channel(7, { invite_only: true }), channel(8, { is_archived: true })];
    const offered = channelsToJoin(stateWith({ never_subscribed: others }));
    assert.deepEqual(
      offered.map(({ stream_id }) => stream_id),
      [6],
    );
  });
});

test('the first steps are shown to new people until they hide them, and not in a demo', () => {
  const joinedAgo = (days: number) => ({
    realm_users: [{ ...person(OWN), date_joined: new Date(Date.now() - days * 86_400_000).toISOString() }],
  });
  assert.equal(isFirstRun(stateWith(joinedAgo(29))), true);
  assert.equal(isFirstRun(stateWith(joinedAgo(31))), false);
  assert.equal(isFirstRun(stateWith({ onboarding_steps: [] })), false);
  assert.equal(isFirstRun(stateWith({ development_environment: true })), false);
  assert.equal(isFirstRun(stateWith({ realm_users: [] })), false);
});

describe('the topic shown as an example', () => {
  const message = (id: number, subject: string, sender_id = 2, stream_id = 5) => ({
    id,
    subject,
    sender_id,
    stream_id,
  });
  const many = (first: number, subject: string, senders: readonly number[], streamId = 5) =>
    senders.map((sender, index) => message(first + index, subject, sender, streamId));
  const subjects = (messages: readonly ReturnType<typeof message>[]) => exampleTopic(messages)?.[0]?.subject;

  test('has at least three messages', () => {
    assert.equal(exampleTopic(many(1, 'short', [2, 3])), undefined);
    assert.deepEqual(
      exampleTopic(many(1, 'long', [2, 3, 2]))?.map(({ id }) => id),
      [1, 2, 3],
    );
    assert.equal(exampleTopic([...many(1, 'twice', [2, 3], 5), ...many(3, 'twice', [2, 3], 6)]), undefined);
  });

  test('is the newest in which several people write', () => {
    const older = many(1, 'older', [2, 3, 2]);
    const newer = many(10, 'newer', [3, 2, 3]);
    const monologue = many(20, 'monologue', [2, 2, 2]);
    assert.equal(subjects([...older, ...newer, ...monologue]), 'newer');
    assert.equal(subjects(monologue), 'monologue');
  });
});
