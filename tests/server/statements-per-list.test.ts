// Requests with long lists take as many statements as those with short ones: a query that was added to a loop over a list
// fails these tests. Each request is tried with a short and a long list, on both engines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';

const server = await startTestServer();
// Statements of jobs must not count as the request's.
await server.server.scheduler.close();
const olive = await server.as('olive');
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');

const FEW = 2;
const MANY = 12;

async function statementsOf(action: () => Promise<unknown>): Promise<number> {
  await action();
  return (await workOf(action, 6)).statements;
}

async function assertSame(action: (count: number) => () => Promise<unknown>): Promise<void> {
  const few = await statementsOf(action(FEW));
  const many = await statementsOf(action(MANY));
  // Background work on queues may run during either; a statement per item would be more than that.
  assert.ok(many - few < (MANY - FEW) / 2, `${many} statements for ${MANY}, ${few} for ${FEW}`);
}

async function channels(
  prefix: string,
  options: Record<string, unknown>,
): Promise<{ id: number; name: string }[]> {
  const createdChannels: { id: number; name: string }[] = [];
  for (let index = 0; index < MANY; index++) {
    const name = `${prefix} ${index}`;
    const { id } = await mia.ok('POST', '/channels/create', { name, subscribers: [mia.userId], ...options });
    createdChannels.push({ id, name });
  }
  return createdChannels;
}

async function group(name: string): Promise<number> {
  const everybody = (await olive.ok('GET', '/user_groups')).user_groups;
  const members = everybody.find((one: { name: string }) => one.name === 'role:members').id;
  const { group_id } = await olive.ok('POST', '/user_groups/create', {
    name,
    description: '',
    members: [mia.userId],
    can_add_members_group: members,
  });
  return group_id;
}

const adders = await group('people who add others');
const open = await channels('open', {});
const closedChannels = await channels('closed', {
  invite_only: true,
  can_add_subscribers_group: { direct_members: [mia.userId], direct_subgroups: [adders] },
});

/** Mia adds a person to the first channels of a list; those who are subscribed already stay so. */
const addingTo = (person: ApiClient, list: readonly { name: string }[]) => (count: number) => async () => {
  const some = list.slice(0, count);
  await mia.ok('POST', '/users/me/subscriptions', {
    subscriptions: some.map(({ name }) => ({ name })),
    principals: [person.userId],
    send_new_subscription_messages: false,
  });
};

test('adding a person again to public channels takes a fixed number of statements', async () => {
  await addingTo(max, open)(MANY)();
  await assertSame(addingTo(max, open));
});

test('adding a person again to private channels with permissions of groups takes a fixed number of statements', async () => {
  await addingTo(max, closedChannels)(MANY)();
  await assertSame(addingTo(max, closedChannels));
});

test('people added to channels are counted and listed in the same number of statements', async () => {
  const cost = async (list: readonly { name: string }[]) => {
    const { statements } = await workOf(() => addingTo(mel, list)(list.length)(), 1);
    return statements;
  };
  // A first request warms up the shared part of the cost.
  await cost(open.slice(0, 1));
  const few = await cost(open.slice(1, 1 + FEW));
  const many = await cost(open.slice(1 + FEW));
  assert.ok(
    many - few < (MANY - FEW) / 2,
    `${many} statements for ${open.length - 1 - FEW}, ${few} for ${FEW}`,
  );
  const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions');
  const counts = subscriptions
    .filter(({ name }: { name: string }) => name.startsWith('open '))
    .map(({ subscriber_count }: { subscriber_count: number }) => subscriber_count);
  assert.deepEqual(counts, Array(MANY).fill(3), 'mia, max and mel');
});

test('creating an invitation link to channels and groups takes a fixed number of statements', async () => {
  const { user_groups: present } = await olive.ok('GET', '/user_groups');
  const members = present.find((one: { name: string }) => one.name === 'role:members').id;
  await olive.ok('PATCH', '/realm', { create_multiuse_invite_group: { new: members } });
  const groups: number[] = [];
  for (let index = 0; index < MANY; index++) groups.push(await group(`invited ${index}`));
  const ids = [...open, ...closedChannels].map(({ id }) => id);
  await assertSame(
    (count) => () =>
      mia.ok('POST', '/invites/multiuse', {
        stream_ids: [...ids.slice(0, count), ...ids.slice(MANY, MANY + count)],
        group_ids: groups.slice(0, count),
        include_realm_default_subscriptions: 'false',
      }),
  );
});

test('listing bots takes a fixed number of statements', async () => {
  const make = (index: number) =>
    mel.ok('POST', '/bots', { full_name: `Counted ${index}`, short_name: `counted-${index}`, bot_type: 1 });
  const list = async () => (await mel.ok('GET', '/bots')).bots;
  for (let index = 0; index < FEW; index++) await make(index);
  const few = await statementsOf(list);
  for (let index = FEW; index < MANY; index++) await make(index);
  const many = await statementsOf(list);
  assert.ok(many - few < (MANY - FEW) / 2, `${many} statements for ${MANY}, ${few} for ${FEW}`);
  const bots = await list();
  assert.equal(new Set(bots.map(({ api_key }: { api_key: string }) => api_key)).size, bots.length);
});

test('sending a direct message takes a fixed number of statements for any number of people', async () => {
  const people: number[] = [];
  for (let index = 0; index < MANY; index++) {
    const { userId } = await newClient(server, { key: `reader-${index}`, role: Role.member });
    people.push(userId);
  }
  await assertSame((count) => () => mia.sendDirect(people.slice(0, count), 'hello'));
});

test('fetching the page around a date takes a fixed number of statements', async () => {
  for (let index = 0; index < 200; index++) await mia.sendToChannel('general', 'dated', `message ${index}`);
  const page = (anchor: Record<string, unknown>) => () =>
    mia.ok('GET', '/messages', { ...anchor, num_before: 3, num_after: 3 });
  const plain = await statementsOf(page({ anchor: 10 }));
  const dated = await statementsOf(page({ anchor: 'date', anchor_date: '2020-01-01' }));
  assert.ok(dated <= plain + 4, `${dated} statements, ${plain} around an id`);
});

test('fetching a page of messages that mention groups takes a fixed number of statements', async () => {
  const { group_id: crew } = await olive.ok('POST', '/user_groups/create', {
    name: 'crew',
    description: '',
    members: [mia.userId],
  });
  for (let index = 0; index < MANY; index++) {
    const { group_id } = await olive.ok('POST', '/user_groups/create', {
      name: `crew ${index}`,
      description: '',
      members: [],
      subgroups: [crew],
    });
    assert.ok(group_id > 0);
    await olive.sendToChannel('general', 'crews', `@*crew ${index}* please`);
  }
  const narrow = [{ operator: 'topic', operand: 'crews' }];
  const page = (count: number) => () =>
    mia.ok('GET', '/messages', { anchor: 'newest', num_before: count, num_after: 0, narrow });
  const { messages } = await page(MANY)();
  assert.deepEqual(
    messages.map(({ flags }: { flags: string[] }) => flags.includes('mentioned')),
    Array(MANY).fill(true),
  );
  await assertSame(page);
});
