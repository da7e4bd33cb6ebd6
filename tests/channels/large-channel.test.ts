// A channel with many subscribers: who is in partial lists, and which costs do not grow with it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscribeAll } from '../../src/actions/subscriptions/subscribe.ts';
import { readAccounts } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { readChannels } from '../../src/stores/channels/channel-store.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';

const LONG_AGO = 1_000_000_000;
const PEOPLE = 1100;

const server = await startTestServer();
const mel = await server.as('mel');
const mia = await server.as('mia');
const max = await server.as('max');
const gus = await server.as('gus');
const helper = await server.as('helper');
const { database, keyring } = server.server.services;

const big: number = (
  await mel.ok('POST', '/channels/create', { name: 'big', subscribers: [mel.userId, helper.userId] })
).id;
const small: number = (await mel.ok('POST', '/channels/create', { name: 'small', subscribers: [mel.userId] }))
  .id;
const crowd = await database.write(1, async (writer) => {
  const ids: number[] = [];
  for (let count = 0; count < PEOPLE; count++) {
    ids.push(
      await insertAccount(writer, keyring, {
        email: `p${count}@example.com`,
        fullName: `P ${count}`,
        role: 400,
      }),
    );
  }
  await writer.db.updateTable('account').set({ date_joined: LONG_AGO }).where('id', 'in', ids).execute();
  writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches: { accounts: [] } });
  return ids;
});
await database.write(1, async (writer) => {
  const organization = await readOrganization(writer);
  const people = (await readAccounts(writer)).filter(({ id }) => crowd.includes(id));
  await subscribeAll({ writer, organization }, people, await readChannels(writer, [big]));
});
const [first, second] = crowd as [number, number];
await database.write(1, async (writer) => {
  await writer.db
    .updateTable('account')
    .set({ last_login_at: writer.now - 13 * 86_400 })
    .where('id', '=', first)
    .execute();
  await writer.db
    .updateTable('account')
    .set({ last_login_at: writer.now - 15 * 86_400 })
    .where('id', '=', second)
    .execute();
});

test('every subscriber is counted', async () => {
  assert.equal((await mel.ok('GET', `/streams/${big}`)).stream.subscriber_count, PEOPLE + 2);
  assert.equal((await mel.ok('GET', `/streams/${big}/members`)).subscribers.length, PEOPLE + 2);
});

test('partial lists have bots and active accounts, and small channels have complete lists', async () => {
  const { subscriptions } = await mel.ok('GET', '/users/me/subscriptions', {
    include_subscribers: 'partial',
  });
  const subscriptionTo = (id: number) =>
    subscriptions.find((one: { stream_id: number }) => one.stream_id === id);
  assert.deepEqual(subscriptionTo(small).subscribers, [mel.userId]);
  assert.equal('subscribers' in subscriptionTo(big), false);
  const partial: number[] = subscriptionTo(big).partial_subscribers;
  for (const id of [mel.userId, helper.userId, first]) assert.ok(partial.includes(id), String(id));
  assert.equal(partial.includes(second), false);
  const whole = (await mel.ok('GET', '/users/me/subscriptions', { include_subscribers: 'true' }))
    .subscriptions;
  assert.equal(
    whole.find((one: { stream_id: number }) => one.stream_id === big).subscribers.length,
    PEOPLE + 2,
  );
});

test('joining and leaving keep lists correct without a list in the event', async () => {
  for (const include_subscribers of ['false', 'true', 'partial']) {
    const eventLists = await expectFold(
      [mia, max],
      () => max.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'big' }] }),
      { include_subscribers },
    );
    assert.equal('subscribers' in (eventLists[1]?.[0].subscriptions[0] ?? {}), false);
    await expectFold(
      [mia, max],
      () => max.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['big'] }),
      { include_subscribers },
    );
  }
});

test('accounts that could not see the channel before get the list with it', async () => {
  await expectFold(
    [gus],
    () =>
      mel.ok('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: 'big' }],
        principals: [gus.userId],
      }),
    { include_subscribers: 'true', fetch_event_types: ['subscription', 'stream'] },
  );
});

test('joining, leaving and sending write no row per subscriber', async () => {
  await mel.sendToChannel('big', 'x', 'hello');
  const rows = await database
    .reader(1)
    .db.selectFrom('personal_message')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('account_id', 'in', crowd.slice(0, 500))
    .executeTakeFirstOrThrow();
  assert.equal(Number(rows.count), 0);
  const log = await database
    .reader(1)
    .db.selectFrom('event')
    .select(['entry'])
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  assert.ok(log.entry.length < 5000, `the entry of a message has ${log.entry.length} characters`);
  await max.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'big' }] });
  const joins = await database
    .reader(1)
    .db.selectFrom('event')
    .select(['entry'])
    .orderBy('sequence', 'desc')
    .limit(2)
    .execute();
  for (const { entry } of joins)
    assert.ok(entry.length < 5000, `an entry of joining has ${entry.length} characters`);
});
