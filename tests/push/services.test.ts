// How the relay handles Apple and Google when something fails.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApplePushService } from '../../relay/apple.ts';
import { GooglePushService } from '../../relay/google.ts';
import type { OutgoingPush } from '../../relay/push-service.ts';
import { HttpClient } from '../../src/integrations/http/http-client.ts';
import { startApple, startGoogle } from './stand-ins.ts';

function pushTo(kind: 'apns' | 'fcm', token: string): OutgoingPush {
  const device = { kind, token, token_id: token, app_id: 'org.example.app' };
  return { device, payload: { encrypted_data: 'AAAA' }, isUrgent: true, isBackground: false };
}

describe('Google', async () => {
  const google = await startGoogle();
  const { url, tokenUrl } = google.configuration;
  const service = () => new GooglePushService(new HttpClient([url, tokenUrl]), google.configuration);

  test('is asked for one access token, however many notifications wait for it', async () => {
    const before = google.tokensGiven;
    const own = service();
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => own.send(pushTo('fcm', `${index}`))),
    );
    assert.ok(results.every(({ outcome }) => outcome === 'sent'));
    assert.equal(google.tokensGiven - before, 1);
  });

  test('is contacted over persistent connections', async () => {
    const own = service();
    await own.send(pushTo('fcm', 'a'));
    google.connections.clear();
    for (let count = 0; count < 5; count++) await own.send(pushTo('fcm', 'a'));
    assert.equal(google.connections.size, 1);
    own.close();
  });

  test('is asked for a new access token, once, when it revokes the old one', async () => {
    const own = service();
    await own.send(pushTo('fcm', 'a'));
    google.accessToken = 'another';
    const before = google.tokensGiven;
    const results = await Promise.all(['b', 'c', 'd'].map((token) => own.send(pushTo('fcm', token))));
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['sent', 'sent', 'sent'],
    );
    assert.equal(google.tokensGiven - before, 1);
  });

  for (const [status, outcome] of [
    [400, 'rejected'],
    [429, 'missed'],
    [503, 'missed'],
  ] as const) {
    test(`that answers ${status} makes a notification ${outcome}`, async () => {
      google.errors.set('x', status);
      assert.equal((await service().send(pushTo('fcm', 'x'))).outcome, outcome);
    });
  }

  test('without an access token fails, and is asked again with the next', async () => {
    const own = service();
    google.broken = 500;
    assert.equal((await own.send(pushTo('fcm', 'a'))).outcome, 'missed');
    google.broken = undefined;
    assert.equal((await own.send(pushTo('fcm', 'a'))).outcome, 'sent');
  });
});

describe('Apple', async () => {
  const apple = await startApple();

  test('gets a new token when it reports the old one as expired', async () => {
    const service = new ApplePushService({ ...apple.configuration });
    await service.send(pushTo('apns', 'aa'));
    apple.expireTokens();
    assert.equal((await service.send(pushTo('apns', 'ab'))).outcome, 'sent');
    service.close();
  });

  test('is reconnected when it stops answering', async () => {
    const service = new ApplePushService(apple.configuration, 1000);
    assert.equal((await service.send(pushTo('apns', 'ba'))).outcome, 'sent');
    apple.stopAnswering();
    assert.equal((await service.send(pushTo('apns', 'bb'))).outcome, 'missed');
    assert.equal((await service.send(pushTo('apns', 'bc'))).outcome, 'sent');
    service.close();
  });

  for (const [status, reason, outcome] of [
    [400, 'BadTopic', 'rejected'],
    [413, 'PayloadTooLarge', 'rejected'],
    [400, 'BadDeviceToken', 'dead'],
    [410, 'Unregistered', 'dead'],
    [403, 'InvalidProviderToken', 'missed'],
    [429, 'TooManyRequests', 'missed'],
    [503, 'ServiceUnavailable', 'missed'],
  ] as const) {
    test(`that answers ${status} ${reason} makes a notification ${outcome}`, async () => {
      const service = new ApplePushService(apple.configuration);
      apple.errors.set('ca', { status, reason });
      assert.equal((await service.send(pushTo('apns', 'ca'))).outcome, outcome);
      service.close();
    });
  }
});
