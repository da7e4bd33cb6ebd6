// Requests that name many things ask the database as often as those that name few: a query that slips into a loop
// over a list shows here. Each request is tried with a short and with a long list, on both engines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { newClient } from '../access/support.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { workOf } from '../support/statement-count.ts';

const server = await startTestServer();
// What jobs ask beside a request is not counted as the request's.
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
  // Upkeep of queues may run beside either; a statement for each of the list would be more than that.
  assert.ok(many - few < (MANY - FEW) / 2, `${many} statements for ${MANY}, ${few} for ${FEW}`);
}

async function channels(
  prefix: string,
  options: Record<string, unknown>,
): Promise<{ id: number; name: string }[]> {
  const made: { id: number; name: string }[] = [];
  for (let index = 0; index < MANY; index++) {
    const name = `${prefix} ${index}`;
    const { id } = await mia.ok('POST', '/channels/create', { name, subscribers: [mia.userId], ...options });
    made.push({ id, name });
  }
  return made;
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

const adders = await group('those who bring others in');
const open = await channels('open', {});
const closed = await channels('closed', {
  invite_only: true,
  can_add_subscribers_group: { direct_members: [mia.userId], direct_subgroups: [adders] },
});

/** Mia brings somebody in who is then taken out again. */
const comingAndGoing =
  (person: ApiClient, list: readonly { name: string }[]) => (count: number) => async () => {
    const some = list.slice(0, count);
    await mia.ok('POST', '/users/me/subscriptions', {
      subscriptions: some.map(({ name }) => ({ name })),
      principals: [person.userId],
      send_new_subscription_messages: false,
    });
  };

test('bringing somebody into public channels', async () => {
  await comingAndGoing(max, open)(MANY)();
  await assertSame(comingAndGoing(max, open));
});

test('bringing somebody into private channels that groups may add to', async () => {
  await comingAndGoing(max, closed)(MANY)();
  await assertSame(comingAndGoing(max, closed));
});

test('people who come into channels are counted and listed in the same few statements', async () => {
  const cost = async (list: readonly { name: string }[]) => {
    const { statements } = await workOf(() => comingAndGoing(mel, list)(list.length)(), 1);
    return statements;
  };
  // The shared part of the request's cost is known from a first one.
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

test('a link to many channels and groups', async () => {
  const { user_groups: present } = await olive.ok('GET', '/user_groups');
  const members = present.find((one: { name: string }) => one.name === 'role:members').id;
  await olive.ok('PATCH', '/realm', { create_multiuse_invite_group: { new: members } });
  const groups: number[] = [];
  for (let index = 0; index < MANY; index++) groups.push(await group(`invited ${index}`));
  const ids = [...open, ...closed].map(({ id }) => id);
  await assertSame(
    (count) => () =>
      mia.ok('POST', '/invites/multiuse', {
        stream_ids: [...ids.slice(0, count), ...ids.slice(MANY, MANY + count)],
        group_ids: groups.slice(0, count),
        include_realm_default_subscriptions: 'false',
      }),
  );
});

test('GET /bots', async () => {
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

test('a direct message to a few and to many', async () => {
  const people: number[] = [];
  for (let index = 0; index < MANY; index++) {
    const { userId } = await newClient(server, { key: `reader-${index}`, role: Role.member });
    people.push(userId);
  }
  await assertSame((count) => () => mia.tell(people.slice(0, count), 'hello'));
});

test('the page around a date', async () => {
  for (let index = 0; index < 200; index++) await mia.say('general', 'dated', `message ${index}`);
  const page = (anchor: Record<string, unknown>) => () =>
    mia.ok('GET', '/messages', { ...anchor, num_before: 3, num_after: 3 });
  const plain = await statementsOf(page({ anchor: 10 }));
  const dated = await statementsOf(page({ anchor: 'date', anchor_date: '2020-01-01' }));
  assert.ok(dated <= plain + 4, `${dated} statements, ${plain} around an id`);
});

test('a page of messages that mention groups', async () => {
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
    await olive.say('general', 'crews', `@*crew ${index}* please`);
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
