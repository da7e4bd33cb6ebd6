// How notifications are carried to browsers and apps without a relay: what they say, what is tried again, and what ends.

import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { DAY } from '../../src/contract/time.ts';
import { withLimit } from '../support/with-limit.ts';
import { subscribed } from './push-service.ts';
import { startStage } from './stage.ts';

const said: string[] = [];
const note = (fields: unknown, message: string) => void said.push(`${message} ${JSON.stringify(fields)}`);
const { server, service, mel, mia, clock, deliver, receiver, listed, waiting } = await startStage({
  log: { info: note, warn: note, error: note },
});
const { database } = server.server.services;

function positions(): Promise<readonly unknown[]> {
  return database.reader(0).db.selectFrom('push_position').selectAll().execute();
}

beforeEach(async () => {
  service.behaviours.clear();
  for (const { id } of await listed()) await mia.ok('DELETE', `/web_push/subscriptions/${id}`);
  await mia.ok('POST', '/mark_all_as_read');
  // Whatever waits for a later attempt has its turn, and is for nobody any more.
  clock.ahead = 8000;
  await deliver();
  clock.ahead = 0;
  service.taken.length = 0;
});

/** Has Mia's endpoints take something, so that they are known to be push services. */
async function taken(): Promise<void> {
  await mia.ok('POST', '/web_push/test_notification');
  await deliver();
  service.taken.length = 0;
}

test('nothing is looked at while nobody is told by Web Push', async () => {
  await mel.tell([mia.userId], 'to nobody');
  await deliver();
  assert.deepEqual([await positions(), service.asked], [[], []]);
});

describe('a message', () => {
  test('is told in the words of phones, encrypted and signed', async () => {
    const { receiver: browser } = await receiver('browser');
    const id = await mel.tell([mia.userId], 'lunch is ready');
    await deliver();
    const [taken] = service.taken;
    assert.ok(taken);
    const [told] = service.read('browser', browser);
    assert.deepEqual(
      [told.type, told.message_id, told.content, told.sender_full_name, told.recipient_type, told.user_id],
      ['message', id, 'lunch is ready', 'Mel Member', 'direct', mia.userId],
    );
    const { headers } = taken;
    assert.deepEqual([headers['content-encoding'], headers.urgency], ['aes128gcm', 'high']);
    assert.ok(Number(headers.ttl) > 0);
    assert.match(headers.topic as string, /^[\w-]{32}$/);
    const [, head, claims, signature, key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    assert.ok(head && claims && signature && key);
    assert.equal(key, (await mia.ok('GET', '/web_push/subscriptions')).public_key);
    assert.equal(JSON.parse(Buffer.from(claims, 'base64url').toString()).aud, service.url);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', x: x as string, y: y as string },
    });
    const asSigned = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
    const bytes = Buffer.from(signature, 'base64url');
    assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), asSigned, bytes));
    assert.equal(typeof (await listed())[0].last_success_at, 'number');
  });

  test('takes the place of one of the same conversation that could not be handed over', async () => {
    await receiver('browser');
    await mel.tell([mia.userId], 'one');
    await deliver();
    await mel.tell([mia.userId], 'two');
    await mel.say('general', 'plans', `see @**|${mia.userId}**`);
    await deliver();
    const topics = service.taken.map(({ headers }) => headers.topic);
    assert.equal(topics.length, 3);
    assert.equal(new Set(topics).size, 2);
  });

  test('is told to nobody who has read it, and nobody who has left meanwhile', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 503 });
    const id = await mel.tell([mia.userId], 'read soon');
    await deliver();
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    service.behaviours.clear();
    clock.ahead = 60;
    await deliver();
    assert.deepEqual(
      service.taken.filter(({ headers }) => headers.urgency === 'high'),
      [],
    );
  });

  test('is taken back where that is wanted', async () => {
    const { receiver: browser } = await receiver('browser', false);
    const { receiver: app } = await receiver('app');
    const id = await mel.tell([mia.userId], 'seen');
    await deliver();
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await deliver();
    const types = (told: { type: string }[]) => told.map(({ type }) => type);
    assert.deepEqual(types(service.read('browser', browser)), ['message']);
    const told = service.read('app', app);
    assert.deepEqual(types(told), ['message', 'remove']);
    assert.deepEqual(told[1].message_ids, [id]);
  });

  test('fits into what a push service carries, however long it is', async () => {
    const { receiver: browser } = await receiver('browser');
    await mel.tell([mia.userId], '👪'.repeat(2000));
    await deliver();
    assert.ok((service.taken[0]?.body.length ?? 0) <= 4096);
    assert.ok(service.read('browser', browser)[0].content.length > 0);
  });
});

describe('a test', () => {
  test('goes to all, or to the one that is meant', async () => {
    const [one, other] = [await receiver('one'), await receiver('other')];
    await mia.ok('POST', '/web_push/test_notification');
    await mia.ok('POST', '/web_push/test_notification', { subscription_id: one.id });
    await deliver();
    const told = [service.read('one', one.receiver), service.read('other', other.receiver)];
    assert.deepEqual(
      told.map((all) => all.map(({ type }) => type)),
      [['test', 'test'], ['test']],
    );
  });

  test('needs somewhere to go', async () => {
    await mia.refused('POST', '/web_push/test_notification', {}, 'NO_ACTIVE_PUSH_DEVICE');
  });
});

describe('a push service', () => {
  test('that is away is asked again, for those alone that it did not take', async () => {
    const [reached, missed] = [await receiver('reached'), await receiver('missed')];
    service.behaviours.set('missed', { status: 503 });
    const id = await mel.tell([mia.userId], 'to both');
    await deliver();
    assert.deepEqual(service.read('reached', reached.receiver).length, 1);
    assert.equal(typeof (await listed())[1].failing_since, 'number');
    service.behaviours.clear();
    clock.ahead = 60;
    await deliver();
    assert.deepEqual(
      service.read('missed', missed.receiver).map(({ message_id }) => message_id),
      [id],
    );
    assert.deepEqual(service.read('reached', reached.receiver), []);
    assert.equal((await listed())[1].failing_since, null);
    assert.deepEqual(await waiting(), []);
  });

  for (const status of [404, 410]) {
    test(`that answers ${status} has forgotten the receiver, which ends`, async () => {
      const { receiver: other } = await receiver('other');
      await receiver('gone');
      service.behaviours.set('gone', { status });
      await mel.tell([mia.userId], 'hello');
      await deliver();
      assert.deepEqual(
        (await listed()).map(({ name }) => name),
        ['other'],
      );
      assert.equal(service.read('other', other).length, 1);
      assert.deepEqual(await waiting(), []);
    });
  }

  for (const [status, isFault] of [
    [413, false],
    [403, true],
    [302, true],
  ] as const) {
    test(`that answers ${status} is not asked again`, async () => {
      await receiver('browser');
      await taken();
      const location = `${service.url}/push/elsewhere`;
      service.behaviours.set('browser', { status, headers: { location } });
      await mel.tell([mia.userId], 'hello');
      await deliver();
      assert.deepEqual(await waiting(), []);
      const [own] = await listed();
      assert.equal(own.failing_since !== null, isFault);
      assert.ok(!service.asked.includes('elsewhere'));
    });
  }

  for (const [status, stays] of [
    [405, false],
    [302, false],
    [403, true],
    [413, true],
    [503, true],
  ] as const) {
    test(`that has never taken anything and answers ${status} is ${stays ? 'kept' : 'none'}`, async () => {
      await receiver('browser');
      service.behaviours.set('browser', { status });
      await mel.tell([mia.userId], 'hello');
      await deliver();
      assert.equal((await listed()).length, stays ? 1 : 0);
    });
  }

  test('that says when is asked then, and not much later', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '600' } });
    const before = Date.now() / 1000;
    await mel.tell([mia.userId], 'hello');
    await deliver();
    const [row] = await waiting();
    assert.ok((row?.due_at ?? 0) >= Math.floor(before) + 600);
    service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '99999999' } });
    clock.ahead = 4000;
    await deliver();
    const [later] = await waiting();
    assert.ok((later?.due_at ?? Infinity) <= Date.now() / 1000 + clock.ahead + 3600);
    assert.equal(later?.attempts, 2);
    clock.ahead = 8000;
    service.behaviours.clear();
    await deliver();
    assert.deepEqual(await waiting(), []);
  });

  test('that wants to be left alone holds up no other of the same person', async () => {
    await receiver('browser');
    await receiver('phone');
    service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '3000' } });
    service.behaviours.set('phone', { status: 503 });
    await mel.tell([mia.userId], 'hello');
    await deliver();
    service.behaviours.delete('phone');
    clock.ahead = 1000;
    await deliver();
    assert.deepEqual(
      service.taken.map(({ name }) => name),
      ['phone'],
    );
    service.behaviours.clear();
    clock.ahead = 2000;
    await deliver();
    assert.equal(service.taken.length, 1, 'and is left alone for as long as it wanted');
    clock.ahead = 3100;
    await deliver();
    assert.deepEqual(
      service.taken.map(({ name }) => name),
      ['phone', 'browser'],
    );
    assert.deepEqual(await waiting(), []);
  });

  test('that takes nothing for long takes no places of others of the same person', async () => {
    await withLimit('webPushesWaitingPerAccount', 2, async () => {
      await receiver('browser');
      await receiver('phone');
      service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '3000' } });
      for (const text of ['one', 'two', 'three', 'four', 'five']) {
        await mel.tell([mia.userId], text);
        await deliver();
      }
    });
    assert.equal(service.taken.filter(({ name }) => name === 'phone').length, 5);
    assert.equal(
      (await waiting()).length,
      3,
      'one that was begun for both, and what may wait for the browser',
    );
    service.behaviours.clear();
    clock.ahead = 4000;
    await deliver();
    assert.deepEqual(await waiting(), []);
    assert.equal(service.taken.filter(({ name }) => name === 'browser').length, 3);
  });

  test('that never takes it is given up', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 500 });
    await mel.tell([mia.userId], 'hello');
    for (let attempt = 0; attempt < 8; attempt++) {
      await deliver();
      clock.ahead += 4000;
    }
    assert.deepEqual(await waiting(), []);
    assert.equal((await listed()).length, 1);
  });

  /** As if a subscription of Mia's had not been reached for so long. */
  const failing = (id: number, seconds: number) =>
    database.write(1, async (writer) => {
      const failing_since = writer.now - seconds;
      const update = writer.db.updateTable('web_push_subscription').set({ failing_since });
      await update.where('id', '=', id).execute();
    });

  test('bound webPushFailingDays: what has failed for days ends', async () => {
    const { id } = await receiver('browser');
    await taken();
    service.behaviours.set('browser', { status: 400 });
    await failing(id, (limits.webPushFailingDays - 1) * DAY);
    await mel.tell([mia.userId], 'one');
    await deliver();
    assert.equal((await listed()).length, 1);
    await failing(id, limits.webPushFailingDays * DAY);
    await mel.tell([mia.userId], 'two');
    await deliver();
    assert.deepEqual(await listed(), []);
  });

  test('bound webPushUnprovenMinutes: what was never reached ends sooner', async () => {
    const { id } = await receiver('browser');
    service.behaviours.set('browser', { status: 403 });
    await failing(id, (limits.webPushUnprovenMinutes - 10) * 60);
    await mel.tell([mia.userId], 'one');
    await deliver();
    assert.equal((await listed()).length, 1);
    await failing(id, limits.webPushUnprovenMinutes * 60);
    await mel.tell([mia.userId], 'two');
    await deliver();
    assert.deepEqual(await listed(), []);
  });

  test('bound webPushAnswerMilliseconds: that does not answer is waited for so long', async () => {
    await withLimit('webPushAnswerMilliseconds', 100, async () => {
      await receiver('browser');
      service.behaviours.set('browser', {});
      await mel.tell([mia.userId], 'hello');
      await deliver();
    });
    assert.equal((await waiting()).length, 1);
    service.release();
    service.behaviours.clear();
    clock.ahead = 60;
    await deliver();
    assert.equal(service.taken.length, 1);
  });

  test('bound webPushesWaitingPerAccount: of one that takes nothing so much waits', async () => {
    await withLimit('webPushesWaitingPerAccount', 2, async () => {
      await receiver('browser');
      service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '3000' } });
      for (const text of ['one', 'two', 'three', 'four']) {
        await mel.tell([mia.userId], text);
        await deliver();
      }
      assert.equal((await waiting()).length, 2);
      await mia.refused('POST', '/web_push/test_notification', {}, 'BAD_REQUEST');
    });
    clock.ahead = 4000;
    service.behaviours.clear();
    await deliver();
    assert.deepEqual([await waiting(), service.taken.length], [[], 2]);
  });
});

test('a log-out in between ends what is on its way', async () => {
  const { loggedIn } = await import('../support/browser.ts');
  const { Receiver } = await import('./receiver.ts');
  const browser = await loggedIn(server.url, mia.email);
  const endpoint = service.endpoint('browser');
  await browser.ok('POST', '/web_push/subscriptions', { endpoint, ...new Receiver().fields });
  service.behaviours.set('browser', { status: 503 });
  await mel.tell([mia.userId], 'for Mia alone');
  await deliver();
  await browser.send('POST', '/accounts/logout/');
  service.behaviours.clear();
  clock.ahead = 60;
  await deliver();
  assert.deepEqual([service.taken, await waiting()], [[], []]);
});

test('somebody who is deactivated is told nothing', async () => {
  const [max, olive] = [await server.as('max'), await server.as('olive')];
  await subscribed(max, service.endpoint('max'));
  service.behaviours.set('max', { status: 503 });
  await mel.tell([max.userId], 'hello');
  await deliver();
  await olive.ok('DELETE', `/users/${max.userId}`);
  service.behaviours.clear();
  clock.ahead = 60;
  await deliver();
  assert.deepEqual([service.taken, await waiting()], [[], []]);
});

test('the log names where it is posted, and nothing that opens it', async () => {
  const { receiver: browser } = await receiver('browser');
  service.behaviours.set('browser', { status: 500 });
  said.length = 0;
  await mel.tell([mia.userId], 'hello');
  await deliver();
  const text = said.join('\n');
  assert.ok(text.includes(service.url));
  for (const secret of ['s3cr3t', '/push/', browser.fields.auth, browser.fields.p256dh])
    assert.ok(!text.includes(secret), text);
});
