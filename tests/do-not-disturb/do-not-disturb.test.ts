// When people do not want to be notified: the operations, who sees it, and stored values in another form.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY, nowSeconds } from '../../src/api-contract/time.ts';
import { newClient } from '../access/support.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { limitGuests } from '../users/support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
  server.as('helper'),
]);
const own = '/users/me/do_not_disturb';
const nothing = {
  paused_until: 0,
  quiet_hours: { enabled: false, days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '08:00' },
  allowed_senders: [],
};
const nights = { enabled: true, days: [1, 2, 3, 4, 5], from: '22:30', to: '07:00' };

type Client = typeof mel;

async function stateOf(client: Client): Promise<Json> {
  const { result: _result, msg: _msg, ...state }: Json = await client.ok('GET', own);
  return state;
}
/** What an observer reads of another account when registering. */
async function seenBy(observer: Client, client: Client): Promise<Json | undefined> {
  const { do_not_disturb: people } = await observer.ok('POST', '/register', {
    fetch_event_types: ['do_not_disturb'],
  });
  return people[client.userId];
}
const reset = (client: Client) => client.ok('PATCH', own, nothing);

describe('the state', () => {
  test('is empty at first', async () => {
    assert.deepEqual(await stateOf(mel), nothing);
    assert.deepEqual(await seenBy(mel, mel), { ...nothing, timezone: 'UTC' });
    assert.equal(await seenBy(mia, mel), undefined);
  });

  test('keeps the parts that are not sent', async () => {
    const paused_until = nowSeconds() + 3600;
    const answerToChange = await mel.ok('PATCH', own, { paused_until });
    assert.equal(answerToChange.paused_until, paused_until);
    await mel.ok('PATCH', own, { quiet_hours: nights });
    await mel.ok('PATCH', own, { allowed_senders: [mia.userId] });
    await mel.ok('PATCH', own, {});
    const expected = { paused_until, quiet_hours: nights, allowed_senders: [mia.userId] };
    assert.deepEqual(await stateOf(mel), expected);
    assert.deepEqual(await stateOf(mia), nothing);
    await reset(mel);
  });

  test('contains each day and each sender once', async () => {
    await mel.ok('PATCH', own, {
      quiet_hours: { ...nights, days: [7, 1, 7] },
      allowed_senders: [mia.userId, max.userId, mia.userId],
    });
    assert.deepEqual(await stateOf(mel), {
      paused_until: 0,
      quiet_hours: { ...nights, days: [1, 7] },
      allowed_senders: [mia.userId, max.userId],
    });
    await reset(mel);
  });

  test('has no pause once it is over', async () => {
    await mel.ok('PATCH', own, { paused_until: nowSeconds() + 3600 });
    await mel.ok('PATCH', own, { paused_until: nowSeconds() - 1 });
    assert.deepEqual(await stateOf(mel), nothing);
    await mel.ok('PATCH', own, { paused_until: nowSeconds() + 3600 });
    await mel.ok('PATCH', own, { paused_until: 0 });
    assert.deepEqual(await stateOf(mel), nothing);
  });

  test('refuses invalid values', async () => {
    const refused = (sent: Json, message: string) => mel.refused('PATCH', own, sent, 'BAD_REQUEST', message);
    await refused({ paused_until: -1 }, 'paused_until is too small');
    await refused(
      { quiet_hours: { ...nights, to: '7:00' } },
      'quiet_hours["to"] is not a time of day such as 20:00',
    );
    await refused(
      { quiet_hours: { ...nights, days: [] } },
      'quiet_hours["days"] must contain at least one day',
    );
    await refused({ quiet_hours: { ...nights, days: [0] } }, 'quiet_hours["days"][0] is too small');
    await refused({ allowed_senders: [999_999] }, 'No such user');
    assert.deepEqual(await stateOf(mel), nothing);
  });

  test('bound pauseDays: a pause ends at most a year ahead', async () => {
    const soonest = nowSeconds();
    await mel.refused(
      'PATCH',
      own,
      { paused_until: soonest + 366 * DAY + 60 },
      'BAD_REQUEST',
      'Notifications can be paused for at most 366 days.',
    );
    await mel.ok('PATCH', own, { paused_until: soonest + 366 * DAY });
    await reset(mel);
  });
});

describe('a change', () => {
  test('reaches everyone who sees the account, and the allowed senders only the account', async () => {
    const paused_until = nowSeconds() + 3600;
    const [ofMel, ofMia, ofGuest] = await expectFold([mel, mia, gus], () =>
      mel.ok('PATCH', own, { paused_until, quiet_hours: nights, allowed_senders: [mia.userId] }),
    );
    const event = {
      type: 'do_not_disturb',
      user_id: mel.userId,
      paused_until,
      quiet_hours: nights,
      timezone: 'UTC',
    };
    const withoutId = (seen: readonly Json[] = []) => seen.map(({ id: _id, ...fields }) => fields);
    assert.deepEqual(withoutId(ofMel), [{ ...event, allowed_senders: [mia.userId] }]);
    assert.deepEqual(withoutId(ofMia), [event]);
    assert.deepEqual(withoutId(ofGuest), [event]);
    const { type: _type, user_id: _userId, ...shown } = event;
    assert.deepEqual(await seenBy(mia, mel), shown);
    assert.deepEqual(await seenBy(mel, mel), { ...shown, allowed_senders: [mia.userId] });
  });

  test('of the allowed senders alone reaches only the account', async () => {
    const [ofMel = [], ofMia] = await expectFold([mel, mia], () =>
      mel.ok('PATCH', own, { allowed_senders: [max.userId] }),
    );
    assert.deepEqual(
      ofMel.map(({ allowed_senders }) => allowed_senders),
      [[max.userId]],
    );
    assert.deepEqual(ofMia, []);
  });

  test('to the same state emits nothing', async () => {
    const listener = await mel.registerQueue();
    await mel.ok('PATCH', own, { quiet_hours: nights, allowed_senders: [max.userId] });
    assert.deepEqual(await listener.events(), []);
  });

  test('of the time zone moves the quiet hours', async () => {
    await expectFold([mel, mia], () => mel.ok('PATCH', '/settings', { timezone: 'Asia/Kolkata' }));
    assert.equal((await seenBy(mia, mel))?.timezone, 'Asia/Kolkata');
    await expectFold([mel, mia], () => mel.ok('PATCH', '/settings', { timezone: 'Europe/Berlin' }));
  });

  test('that ends all quiet times removes the state for others', async () => {
    await expectFold([mel, mia], () => reset(mel));
    assert.equal(await seenBy(mia, mel), undefined);
  });

  test('is possible for a bot', async () => {
    await helper.ok('PATCH', own, { paused_until: nowSeconds() + 60 });
    await reset(helper);
  });
});

test('quiet hours that an archive contained in another form count as none', async () => {
  await max.ok('PATCH', own, { paused_until: nowSeconds() + 3600, quiet_hours: nights });
  await server.server.services.database.write(1, async (writer) => {
    await writer.db
      .updateTable('do_not_disturb')
      .set({ quiet_hours: '{"enabled":true,"days":"all"}' })
      .where('account_id', '=', max.userId)
      .execute();
  });
  assert.deepEqual((await stateOf(max)).quiet_hours, nothing.quiet_hours);
  assert.deepEqual((await seenBy(mia, max))?.quiet_hours, nothing.quiet_hours);
  await reset(max);
});

describe('others', () => {
  test('receive nothing about deactivated people until they are reactivated', async () => {
    await max.ok('PATCH', own, { quiet_hours: nights });
    await expectFold([mia, gus], () => olive.ok('DELETE', `/users/${max.userId}`));
    assert.equal(await seenBy(mia, max), undefined);
    await expectFold([mia, gus], () => olive.ok('POST', `/users/${max.userId}/reactivate`));
    assert.deepEqual((await seenBy(mia, max))?.quiet_hours, nights);
  });

  test('who are limited guests see only people they may see', async () => {
    const guest = await newClient(server, { key: 'guest', role: 600 });
    await limitGuests(server, true);
    await mia.ok('PATCH', own, { quiet_hours: nights });
    assert.equal(await seenBy(guest, mia), undefined);
    const subscribe = () =>
      adam.ok('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: 'lobby' }],
        principals: [mia.userId, guest.userId],
      });
    await expectFold([guest, gus], subscribe);
    assert.deepEqual((await seenBy(guest, mia))?.quiet_hours, nights);
    await guest.ok('PATCH', own, { allowed_senders: [mia.userId] });
    const [guestEvents = []] = await expectFold([guest], () =>
      mia.ok('PATCH', own, { paused_until: nowSeconds() + 60 }),
    );
    assert.equal(guestEvents.length, 1);
    await expectFold([guest, gus], () =>
      adam.ok('DELETE', '/users/me/subscriptions', { subscriptions: ['lobby'], principals: [mia.userId] }),
    );
    assert.equal(await seenBy(guest, mia), undefined);
    const [unseen] = await expectFold([guest], () => reset(mia));
    assert.deepEqual(unseen, []);
    // A person in the list may stay there; others are hidden.
    await guest.ok('PATCH', own, { allowed_senders: [mia.userId, mia.userId] });
    await guest.refused('PATCH', own, { allowed_senders: [mel.userId] }, 'BAD_REQUEST', 'No such user');
    await limitGuests(server, false);
  });
});
