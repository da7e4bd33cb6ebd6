// The cost of registering with very many channels and subscriptions: what viewers share is serialized once, and no single
// read or write is large enough to delay other requests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrganizationState } from '../../src/queries/state/organization-state.ts';
import { readAccounts } from '../../src/stores/accounts/account-store.ts';
import { fillWithChannels, fillWithPeople } from '../support/crowd.ts';
import { startTestServer } from '../support/server.ts';
import { longestAnswerOf, workOf } from '../support/statement-count.ts';

const PEOPLE = 2000;
const CHANNELS = 400;
const SUBSCRIBERS = 300;
/** The limit for one statement's result or one JSON text; the lists of subscribers alone are over three times as large. */
const MAX_CHARACTERS = 200_000;

/** The limit for one statement, in accounts: a quarter of all, and a tenth more for longer names. */
const MAX_ACCOUNTS_AT_ONCE = 500 * 1.1;

/** The limit in characters for a read that concerns one channel; one person's periods in all channels have twice as many. */
const MAX_CHARACTERS_OF_ONE_CHANNEL = 12_000;

const server = await startTestServer({ checkAnswer: () => undefined });
const { database } = server.server.services;
const [mel, mia, olive] = await Promise.all([server.as('mel'), server.as('mia'), server.as('olive')]);
const { stream_id: design } = await mia.ok('GET', '/get_stream_id', { stream: 'design' });
const { stream_id: general } = await mia.ok('GET', '/get_stream_id', { stream: 'general' });
await database.write(1, (writer) =>
  fillWithPeople(writer, { like: mia.userId, size: PEOPLE, channelId: general }),
);
await database.write(1, (writer) =>
  fillWithChannels(writer, {
    like: design,
    count: CHANNELS,
    subscribers: SUBSCRIBERS,
    always: mel.userId,
  }),
);
// Warm up what is counted once a day.
await mel.ok('GET', '/streams');

async function register(person = mel, parameters = {}) {
  const { status, body } = await person.request('POST', '/register', {
    fetch_event_types: ['subscription', 'stream'],
    include_subscribers: 'true',
    ...parameters,
  });
  assert.equal(status, 200);
  return body;
}

interface Serialized {
  readonly longest: number;
  /** How often a text with the shared part of a channel was serialized. */
  readonly channels: number;
}

/** What an action serializes as JSON, besides what its caller sends. */
async function serializedBy(
  { mock }: { mock: typeof import('node:test').mock },
  action: () => Promise<unknown>,
): Promise<Serialized> {
  const { stringify } = JSON;
  let longest = 0;
  let channels = 0;
  const watch = mock.method(JSON, 'stringify', (value: unknown) => {
    const text = stringify(value);
    longest = Math.max(longest, text?.length ?? 0);
    if (text?.includes('"rendered_description":')) channels++;
    return text;
  });
  await action();
  watch.mock.restore();
  return { longest, channels };
}

test('every subscriber is listed in every channel', async () => {
  const { subscriptions, streams } = await register();
  const crowd = subscriptions.filter(({ name }: { name: string }) => name.startsWith('crowd '));
  assert.equal(crowd.length, CHANNELS);
  assert.equal(streams.length, subscriptions.length + 1, 'one channel is private');
  for (const { subscribers, subscriber_count } of crowd) {
    assert.ok(subscribers.length === SUBSCRIBERS || subscribers.length === SUBSCRIBERS + 1);
    assert.ok(subscriber_count >= SUBSCRIBERS);
    assert.deepEqual(
      subscribers,
      subscribers.toSorted((a: number, b: number) => a - b),
    );
    assert.ok(subscribers.includes(mel.userId));
  }
});

test('no single read or write of a snapshot delays other requests', async (t) => {
  for (const parameters of [{}, { include_subscribers: 'partial' }]) {
    const read = await longestAnswerOf(() => register(mel, parameters));
    assert.ok(read > 1000 && read < MAX_CHARACTERS, `${read} characters were read at once`);
    const { longest } = await serializedBy(t, () => register(mel, parameters));
    assert.ok(longest > 0 && longest < MAX_CHARACTERS, `${longest} characters were written at once`);
  }
  for (const path of ['/streams', '/users/me/subscriptions'] as const) {
    const { longest } = await serializedBy(t, () => mel.request('GET', path));
    assert.ok(longest < MAX_CHARACTERS, `${longest} characters of ${path} were written at once`);
  }
});

test('no single read delays other requests when a server first loads an organization', async () => {
  const read = await longestAnswerOf(async () => {
    const state = await database.snapshot(1, (reader) => OrganizationState.load(reader, 0));
    assert.ok(state.accounts.size >= PEOPLE && state.channels.size > CHANNELS);
  });
  const ofOne = await longestAnswerOf(() => readAccounts(database.reader(1), [mel.userId]));
  assert.ok(
    ofOne > 500 && read < ofOne * MAX_ACCOUNTS_AT_ONCE,
    `${read} characters, ${ofOne} of one account`,
  );
});

test('the part of a channel that viewers share is serialized once for all of them', async (t) => {
  await register(mia);
  assert.equal((await serializedBy(t, () => register(mel))).channels, 0);
  assert.equal((await serializedBy(t, () => mel.request('GET', '/streams'))).channels, 0);
  assert.equal((await serializedBy(t, () => mel.request('GET', '/users/me/subscriptions'))).channels, 0);
});

test('only the channels that changed, or whose permissions changed, are serialized again', async (t) => {
  const find = async (id: number) =>
    (await register(olive)).streams.find((one: { stream_id: number }) => one.stream_id === id);
  await register(olive);
  await olive.ok('PATCH', `/streams/${design}`, { description: 'all of it' });
  const setting = { new: { direct_members: [mia.userId, mel.userId], direct_subgroups: [] } };
  await olive.ok('PATCH', `/streams/${design}`, { can_administer_channel_group: setting });
  const serialized = await serializedBy(t, async () =>
    assert.equal((await find(design)).description, 'all of it'),
  );
  assert.equal(serialized.channels, 1);
  await olive.ok('DELETE', `/users/${mia.userId}`);
  const { can_administer_channel_group: administrators } = await find(design);
  assert.deepEqual(administrators.direct_members, [mel.userId]);
});

const lists = { fetch_event_types: ['subscription'], include_subscribers: 'true' };
/** The limit for statements of a registration that does not read the lists of subscribers. */
const MAX_STATEMENTS_WITHOUT_LISTS = 30;

test('subscriber lists are read once for all viewers, and only those with changes are read again', async () => {
  await register(mel, lists);
  const { statements } = await workOf(() => register(olive, lists), 1);
  assert.ok(statements < MAX_STATEMENTS_WITHOUT_LISTS, `${statements} statements`);
  const listOf = async (person = mel): Promise<number[]> => {
    const { subscriptions, never_subscribed: others } = await register(person, lists);
    const all: { stream_id: number; subscribers: number[] }[] = [...subscriptions, ...others];
    return all.find(({ stream_id: id }) => id === general)?.subscribers ?? [];
  };
  const max = await server.as('max');
  const before = await listOf();
  assert.ok(before.includes(max.userId) && before.includes(mia.userId) === false, 'mia is no longer active');
  await max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['general'] });
  const without = before.filter((id) => id !== max.userId);
  assert.deepEqual(await listOf(), without);
  await max.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'general' }] });
  assert.deepEqual(await listOf(olive), before);
  await olive.ok('DELETE', `/users/${max.userId}`);
  assert.deepEqual(await listOf(), without);
  await olive.ok('POST', `/users/${max.userId}/reactivate`);
  assert.deepEqual(await listOf(), before);
});

test('data that is the same for all clients is not rewritten for clients that use other names', async (t) => {
  const parameters = {
    fetch_event_types: ['realm_user', 'subscription', 'stream'],
    include_subscribers: 'true',
  };
  const searched: number[] = [];
  const { includes } = Buffer.prototype;
  t.mock.method(Buffer.prototype, 'includes', function (this: Buffer, ...parameters: [string]) {
    searched.push(this.length);
    return includes.apply(this, parameters);
  });
  const { status, body } = await mel.request('POST', '/register', {
    ...parameters,
    client: 'something else',
  });
  t.mock.restoreAll();
  assert.equal(status, 200);
  const size = JSON.stringify(body).length;
  const sum = searched.reduce((all, length) => all + length, 0);
  assert.ok(sum < size / 20, `${sum} of ${size} bytes`);
});

test('a flag, reaction or edit reads only the channels that it concerns, in however many the account is', async () => {
  const id = await olive.sendToChannel('general', 'small changes', 'here');
  const own = await mel.sendToChannel('general', 'small changes', 'mine');
  const flag = (name: string, op: string) => () =>
    mel.ok('POST', '/messages/flags', { messages: [id, own], op, flag: name });
  for (const [name, action] of [
    ['star', flag('starred', 'add')],
    ['no star', flag('starred', 'remove')],
    ['read', flag('read', 'add')],
    ['unread', flag('read', 'remove')],
    ['reaction', () => mel.ok('POST', `/messages/${id}/reactions`, { emoji_name: 'heart' })],
    ['edit', () => mel.ok('PATCH', `/messages/${own}`, { content: 'mine, @**Olive Owner**' })],
  ] as const) {
    const read = await longestAnswerOf(action);
    assert.ok(read > 0 && read < MAX_CHARACTERS_OF_ONE_CHANNEL, `${read} characters were read for: ${name}`);
  }
});
