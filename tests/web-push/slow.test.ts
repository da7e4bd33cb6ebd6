// Slow push services: how many messages of one person, organization and site, and in total, are in progress at once, and that
// others are delivered meanwhile. None times out here, however slow the machine is.

import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { SiteLimit } from '../../src/integrations/web-push/site-limit.ts';
import { secondOrganization } from '../access/support.ts';
import { captureTimers } from '../support/captured-timers.ts';
import type { ApiClient } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import { type PushService, startPushService, subscribe } from './push-service.ts';

captureTimers({ mock }, limits.webPushAnswerMilliseconds);
/** The timeouts for a slot at a site. */
const waits = captureTimers({ mock }, 2000);

async function start(): Promise<{ readonly server: TestServer; readonly service: PushService }> {
  const service = await startPushService();
  const server = await startTestServer({ webhookTargets: [service.url] });
  return { server, service };
}

const testOf = (client: ApiClient) => client.ok('POST', '/web_push/test_notification');
const requestsOf = ({ requests }: PushService, name: string) => requests.filter((one) => one === name).length;

test('bound webPushesAtOncePerAccount: a person has a bounded number, and others are notified meanwhile', async () => {
  const { server, service } = await start();
  const [mia, max] = [await server.as('mia'), await server.as('max')];
  await subscribe(mia, service.endpoint('slow'));
  await subscribe(max, service.endpoint('quick'));
  service.behaviours.set('slow', {});
  const maximum = limits.webPushesAtOncePerAccount;
  for (let count = 0; count < maximum + 2; count++) await testOf(mia);
  await waitUntil(async () => requestsOf(service, 'slow') === maximum);
  await testOf(max);
  await waitUntil(async () => service.accepted.length === 1);
  assert.equal(requestsOf(service, 'slow'), maximum);
  service.behaviours.clear();
  service.release();
  await waitUntil(async () => requestsOf(service, 'slow') >= maximum + 2);
});

test('bound webPushesAtOncePerOrganization: an organization has a bounded number, and others do not wait for it', async () => {
  await withLimit('webPushesAtOncePerOrganization', 2, async () => {
    const { server, service } = await start();
    const elsa = await secondOrganization(server);
    for (const name of ['mia', 'max', 'mel'] as const) {
      const client = await server.as(name);
      await subscribe(client, service.endpoint(name));
      service.behaviours.set(name, {});
      await testOf(client);
    }
    await subscribe(elsa, service.endpoint('elsa'));
    await waitUntil(async () => service.requests.length === 2);
    await testOf(elsa);
    await waitUntil(async () => service.accepted.length === 1);
    assert.equal(service.requests.length, 3);
    service.behaviours.clear();
    service.release();
    await waitUntil(async () => service.accepted.length >= 2);
  });
});

test('bound webPushesAtOnce: a bounded number is in progress in total', async () => {
  await withLimit('webPushesAtOnce', 2, async () => {
    const { server, service } = await start();
    for (const name of ['mia', 'max', 'mel'] as const) {
      const client = await server.as(name);
      await subscribe(client, service.endpoint(name));
      service.behaviours.set(name, {});
      await testOf(client);
    }
    await waitUntil(async () => service.requests.length === 2);
    // Finished ones make room.
    service.release();
    await waitUntil(async () => service.requests.length >= 3);
    assert.equal(service.maxWaiting, 2);
    service.behaviours.clear();
    service.release();
  });
});

describe('a site', () => {
  /** A request that is in progress until the test ends it. */
  function pausedRequest() {
    const ends: (() => void)[] = [];
    return {
      ends,
      act: () => new Promise<string>((resolve) => ends.push(() => resolve('done'))),
    };
  }
  const quick = async () => 'quick';

  test('bound webPushRequestsPerSite: has a bounded number at once, over all its hosts', async () => {
    await withLimit('webPushRequestsPerSite', 2, async () => {
      const sites = new SiteLimit();
      const { ends, act } = pausedRequest();
      const running = [sites.run('https://a.example.com/x', act), sites.run('https://b.example.com/x', act)];
      const waitingRun = sites.run('https://c.d.example.com/x', act);
      await waitUntil(async () => ends.length === 2);
      // Other sites are not affected.
      assert.equal(await sites.run('https://push.example.org/x', quick), 'quick');
      ends[0]?.();
      await waitUntil(async () => ends.length === 3);
      for (const end of ends) end();
      assert.deepEqual(await Promise.all([...running, waitingRun]), ['done', 'done', 'done']);
    });
  });

  test('refuses requests at once after one has waited in vain, until a slot is free', async () => {
    await withLimit('webPushRequestsPerSite', 1, async () => {
      const sites = new SiteLimit();
      const { ends, act } = pausedRequest();
      const running = sites.run('https://a.example.com/x', act);
      const already = waits.length;
      const waitingRun = sites.run('https://a.example.com/y', quick);
      assert.equal(waits.length, already + 1);
      waits.at(-1)?.();
      assert.equal(await waitingRun, undefined);
      assert.equal(await sites.run('https://a.example.com/z', quick), undefined);
      assert.equal(waits.length, already + 1);
      ends[0]?.();
      assert.equal(await running, 'done');
      assert.equal(await sites.run('https://a.example.com/z', quick), 'quick');
    });
  });
});
