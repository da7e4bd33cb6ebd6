// The answers of push services: what is retried, and what ends a subscription.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { DAY } from '../../src/api-contract/time.ts';
import { withLimit } from '../support/with-limit.ts';
import { startWebPushFixture } from './web-push-fixture.ts';

const { server, service, mel, mia, clock, deliver, receiver, listed, waiting, reset } =
  await startWebPushFixture();
const { database } = server.server.services;

beforeEach(reset);

/** Makes Mia's endpoints accept something, so that they are known as push services. */
async function acceptOnce(): Promise<void> {
  await mia.ok('POST', '/web_push/test_notification');
  await deliver();
  service.accepted.length = 0;
}

describe('a push service', () => {
  test('that is unreachable is retried, only for the subscriptions that failed', async () => {
    const [reachedReceiver, missedReceiver] = [await receiver('reached'), await receiver('missed')];
    service.behaviours.set('missed', { status: 503 });
    const id = await mel.sendDirect([mia.userId], 'to both');
    await deliver();
    assert.deepEqual(service.read('reached', reachedReceiver.receiver).length, 1);
    assert.equal(typeof (await listed())[1].failing_since, 'number');
    service.behaviours.clear();
    clock.ahead = 60;
    await deliver();
    assert.deepEqual(
      service.read('missed', missedReceiver.receiver).map(({ message_id }) => message_id),
      [id],
    );
    assert.deepEqual(service.read('reached', reachedReceiver.receiver), []);
    assert.equal((await listed())[1].failing_since, null);
    assert.deepEqual(await waiting(), []);
  });

  for (const status of [404, 410]) {
    test(`that answers ${status} has removed the receiver, which ends the subscription`, async () => {
      const { receiver: other } = await receiver('other');
      await receiver('gone');
      service.behaviours.set('gone', { status });
      await mel.sendDirect([mia.userId], 'hello');
      await deliver();
      assert.deepEqual(
        (await listed()).map(({ name }) => name),
        ['other'],
      );
      assert.equal(service.read('other', other).length, 1);
      assert.deepEqual(await waiting(), []);
    });
  }

  for (const [status, isOfReceiver] of [
    [413, false],
    [403, true],
    [302, true],
  ] as const) {
    test(`that answers ${status} is not retried`, async () => {
      await receiver('browser');
      await acceptOnce();
      const location = `${service.url}/push/elsewhere`;
      service.behaviours.set('browser', { status, headers: { location } });
      await mel.sendDirect([mia.userId], 'hello');
      await deliver();
      assert.deepEqual(await waiting(), []);
      const [own] = await listed();
      assert.equal(own.failing_since !== null, isOfReceiver);
      assert.ok(!service.requests.includes('elsewhere'));
    });
  }

  for (const [status, stays] of [
    [405, false],
    [302, false],
    [403, true],
    [413, true],
    [503, true],
  ] as const) {
    test(`that has never accepted anything and answers ${status} is ${stays ? 'a subscription' : 'not a subscription'}`, async () => {
      await receiver('browser');
      service.behaviours.set('browser', { status });
      await mel.sendDirect([mia.userId], 'hello');
      await deliver();
      assert.equal((await listed()).length, stays ? 1 : 0);
    });
  }

  test('with a long answer to an accepted message is not retried', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 201, body: 'taken '.repeat(100_000) });
    await mel.sendDirect([mia.userId], 'hello');
    await deliver();
    assert.deepEqual(await waiting(), []);
    const [own] = await listed();
    assert.deepEqual([typeof own.last_success_at, own.failing_since], ['number', null]);
  });

  test('with a Retry-After is retried then, and not much later', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '600' } });
    const before = Date.now() / 1000;
    await mel.sendDirect([mia.userId], 'hello');
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

  test('that asks for a pause does not delay another one of the same person', async () => {
    await receiver('browser');
    await receiver('phone');
    service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '3000' } });
    service.behaviours.set('phone', { status: 503 });
    await mel.sendDirect([mia.userId], 'hello');
    await deliver();
    service.behaviours.delete('phone');
    clock.ahead = 1000;
    await deliver();
    assert.deepEqual(
      service.accepted.map(({ name }) => name),
      ['phone'],
    );
    service.behaviours.clear();
    clock.ahead = 2000;
    await deliver();
    assert.equal(service.accepted.length, 1, 'and is left alone for as long as it wanted');
    clock.ahead = 3100;
    await deliver();
    assert.deepEqual(
      service.accepted.map(({ name }) => name),
      ['phone', 'browser'],
    );
    assert.deepEqual(await waiting(), []);
  });

  test('that fails for long does not use up the slots of others of the same person', async () => {
    await withLimit('webPushesWaitingPerAccount', 2, async () => {
      await receiver('browser');
      await receiver('phone');
      service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '3000' } });
      for (const text of ['one', 'two', 'three', 'four', 'five']) {
        await mel.sendDirect([mia.userId], text);
        await deliver();
      }
    });
    assert.equal(service.accepted.filter(({ name }) => name === 'phone').length, 5);
    assert.equal(
      (await waiting()).length,
      3,
      'the one that was started for both, and those that may wait for the browser',
    );
    service.behaviours.clear();
    clock.ahead = 4000;
    await deliver();
    assert.deepEqual(await waiting(), []);
    assert.equal(service.accepted.filter(({ name }) => name === 'browser').length, 3);
  });

  test('that never accepts a message gets no more attempts, and its subscription stays', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 500 });
    await mel.sendDirect([mia.userId], 'hello');
    for (let attempt = 0; attempt < 8; attempt++) {
      await deliver();
      clock.ahead += 4000;
    }
    assert.deepEqual(await waiting(), []);
    assert.equal((await listed()).length, 1);
  });

  /** Makes a subscription of Mia's fail for this long. */
  const setFailingFor = (id: number, seconds: number) =>
    database.write(1, async (writer) => {
      const failing_since = writer.now - seconds;
      const update = writer.db.updateTable('web_push_subscription').set({ failing_since });
      await update.where('id', '=', id).execute();
    });

  test('bound webPushFailingDays: a subscription that has failed for days ends', async () => {
    const { id } = await receiver('browser');
    await acceptOnce();
    service.behaviours.set('browser', { status: 400 });
    await setFailingFor(id, (limits.webPushFailingDays - 1) * DAY);
    await mel.sendDirect([mia.userId], 'one');
    await deliver();
    assert.equal((await listed()).length, 1);
    await setFailingFor(id, limits.webPushFailingDays * DAY);
    await mel.sendDirect([mia.userId], 'two');
    await deliver();
    assert.deepEqual(await listed(), []);
  });

  test('bound webPushNeverReachedMinutes: a subscription that was never reached ends sooner', async () => {
    const { id } = await receiver('browser');
    service.behaviours.set('browser', { status: 403 });
    await setFailingFor(id, (limits.webPushNeverReachedMinutes - 10) * 60);
    await mel.sendDirect([mia.userId], 'one');
    await deliver();
    assert.equal((await listed()).length, 1);
    await setFailingFor(id, limits.webPushNeverReachedMinutes * 60);
    await mel.sendDirect([mia.userId], 'two');
    await deliver();
    assert.deepEqual(await listed(), []);
  });

  test('bound webPushAnswerMilliseconds: the server waits that long for an answer', async () => {
    await withLimit('webPushAnswerMilliseconds', 100, async () => {
      await receiver('browser');
      service.behaviours.set('browser', {});
      await mel.sendDirect([mia.userId], 'hello');
      await deliver();
    });
    assert.equal((await waiting()).length, 1);
    service.release();
    service.behaviours.clear();
    clock.ahead = 60;
    await deliver();
    assert.equal(service.accepted.length, 1);
  });

  test('bound webPushesWaitingPerAccount: that fails has a bounded queue', async () => {
    await withLimit('webPushesWaitingPerAccount', 2, async () => {
      await receiver('browser');
      service.behaviours.set('browser', { status: 429, headers: { 'retry-after': '3000' } });
      for (const text of ['one', 'two', 'three', 'four']) {
        await mel.sendDirect([mia.userId], text);
        await deliver();
      }
      assert.equal((await waiting()).length, 2);
      await mia.refused('POST', '/web_push/test_notification', {}, 'BAD_REQUEST');
    });
    clock.ahead = 4000;
    service.behaviours.clear();
    await deliver();
    assert.deepEqual([await waiting(), service.accepted.length], [[], 2]);
  });
});
