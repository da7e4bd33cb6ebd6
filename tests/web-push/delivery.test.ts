// Delivering notifications to browsers and apps without a relay: their content, and when they are no longer sent.

import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { beforeEach, describe, test } from 'node:test';
import { subscribe } from './push-service.ts';
import { startWebPushFixture } from './web-push-fixture.ts';

const logLines: string[] = [];
const note = (fields: unknown, message: string) => void logLines.push(`${message} ${JSON.stringify(fields)}`);
const { server, service, mel, mia, clock, deliver, receiver, listed, waiting, reset } =
  await startWebPushFixture({
    log: { info: note, warn: note, error: note },
  });
const { database } = server.server.services;

function positions(): Promise<readonly unknown[]> {
  return database.reader(0).db.selectFrom('push_position').selectAll().execute();
}

beforeEach(reset);

test('no work is done while there are no push subscriptions', async () => {
  await mel.sendDirect([mia.userId], 'to nobody');
  await deliver();
  assert.deepEqual([await positions(), service.requests], [[], []]);
});

describe('a message', () => {
  test('is sent in the format for phones, encrypted and signed', async () => {
    const { receiver: browser } = await receiver('browser');
    const id = await mel.sendDirect([mia.userId], 'lunch is ready');
    await deliver();
    const [acceptedPush] = service.accepted;
    assert.ok(acceptedPush);
    const [pushed] = service.read('browser', browser);
    assert.deepEqual(
      [
        pushed.type,
        pushed.message_id,
        pushed.content,
        pushed.sender_full_name,
        pushed.recipient_type,
        pushed.user_id,
      ],
      ['message', id, 'lunch is ready', 'Mel Member', 'direct', mia.userId],
    );
    const { headers } = acceptedPush;
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

  test('replaces an undelivered one of the same conversation', async () => {
    await receiver('browser');
    await mel.sendDirect([mia.userId], 'one');
    await deliver();
    await mel.sendDirect([mia.userId], 'two');
    await mel.sendToChannel('general', 'plans', `see @**|${mia.userId}**`);
    await deliver();
    const topics = service.accepted.map(({ headers }) => headers.topic);
    assert.equal(topics.length, 3);
    assert.equal(new Set(topics).size, 2);
  });

  test('is not sent to people who have read it, or left in the meantime', async () => {
    await receiver('browser');
    service.behaviours.set('browser', { status: 503 });
    const id = await mel.sendDirect([mia.userId], 'read soon');
    await deliver();
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    service.behaviours.clear();
    clock.ahead = 60;
    await deliver();
    assert.deepEqual(
      service.accepted.filter(({ headers }) => headers.urgency === 'high'),
      [],
    );
  });

  test('is revoked for subscriptions that want it', async () => {
    const { receiver: browser } = await receiver('browser', false);
    const { receiver: app } = await receiver('app');
    const id = await mel.sendDirect([mia.userId], 'seen');
    await deliver();
    await mia.ok('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    await deliver();
    const types = (pushed: { type: string }[]) => pushed.map(({ type }) => type);
    assert.deepEqual(types(service.read('browser', browser)), ['message']);
    const pushed = service.read('app', app);
    assert.deepEqual(types(pushed), ['message', 'remove']);
    assert.deepEqual(pushed[1].message_ids, [id]);
  });

  test('fits the limit of push services, however long it is', async () => {
    const { receiver: browser } = await receiver('browser');
    await mel.sendDirect([mia.userId], '👪'.repeat(2000));
    await deliver();
    assert.ok((service.accepted[0]?.body.length ?? 0) <= 4096);
    assert.ok(service.read('browser', browser)[0].content.length > 0);
  });
});

describe('a test', () => {
  test('is sent to all subscriptions, or to a given one', async () => {
    const [one, other] = [await receiver('one'), await receiver('other')];
    await mia.ok('POST', '/web_push/test_notification');
    await mia.ok('POST', '/web_push/test_notification', { subscription_id: one.id });
    await deliver();
    const pushed = [service.read('one', one.receiver), service.read('other', other.receiver)];
    assert.deepEqual(
      pushed.map((all) => all.map(({ type }) => type)),
      [['test', 'test'], ['test']],
    );
  });

  test('needs a push subscription', async () => {
    await mia.refused('POST', '/web_push/test_notification', {}, 'NO_ACTIVE_PUSH_DEVICE');
  });
});

test('a logout in the meantime drops pending notifications', async () => {
  const { loggedIn } = await import('../support/browser.ts');
  const { Receiver } = await import('./receiver.ts');
  const browser = await loggedIn(server.url, mia.email);
  const endpoint = service.endpoint('browser');
  await browser.ok('POST', '/web_push/subscriptions', { endpoint, ...new Receiver().fields });
  service.behaviours.set('browser', { status: 503 });
  await mel.sendDirect([mia.userId], 'for Mia alone');
  await deliver();
  await browser.send('POST', '/accounts/logout/');
  service.behaviours.clear();
  clock.ahead = 60;
  await deliver();
  assert.deepEqual([service.accepted, await waiting()], [[], []]);
});

test('a deactivated person is not notified', async () => {
  const [max, olive] = [await server.as('max'), await server.as('olive')];
  await subscribe(max, service.endpoint('max'));
  service.behaviours.set('max', { status: 503 });
  await mel.sendDirect([max.userId], 'hello');
  await deliver();
  await olive.ok('DELETE', `/users/${max.userId}`);
  service.behaviours.clear();
  clock.ahead = 60;
  await deliver();
  assert.deepEqual([service.accepted, await waiting()], [[], []]);
});

test('the log names the push service, and no secret', async () => {
  const { receiver: browser } = await receiver('browser');
  service.behaviours.set('browser', { status: 500 });
  logLines.length = 0;
  await mel.sendDirect([mia.userId], 'hello');
  await deliver();
  const text = logLines.join('\n');
  assert.ok(text.includes(service.url));
  for (const secret of ['s3cr3t', '/push/', browser.fields.auth, browser.fields.p256dh])
    assert.ok(!text.includes(secret), text);
});
