// Registrations of several devices run at the same time, so that none waits for the relay's answer to another.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboxJob } from '../../src/integrations/push/outbox-job.ts';
import { Registrations } from '../../src/integrations/push/registrations.ts';
import type { PushRelay } from '../../src/model/push/push-relay.ts';
import { Phone } from './phone.ts';
import { startPushTest } from './support.ts';

const { server, relay } = await startPushTest();

test('devices of an organization are registered at the same time', { timeout: 60_000 }, async () => {
  // The server's own job would take the rows.
  await server.server.scheduler.close();
  const phones = [
    new Phone(await server.as('mel'), relay.publicKey, 'apns'),
    new Phone(await server.as('mia'), relay.publicKey, 'fcm'),
  ];
  for (const phone of phones) {
    const { device_id } = await phone.client.ok('POST', '/register_client_device');
    const fields = { device_id, ...phone.keyFields, ...phone.tokenFields() };
    await phone.client.ok('POST', '/mobile_push/register', fields);
  }
  // They read their devices at the same time too, so which one reaches the relay first is open.
  const registered = new Set<string>();
  const all = Promise.withResolvers<void>();
  const slowRelay = {
    async registerToken(_organization: unknown, { tokenId }: { readonly tokenId: string }) {
      if (registered.add(tokenId).size === phones.length) all.resolve();
      await all.promise;
    },
  };
  const services = { ...server.server.services, relay: slowRelay as unknown as PushRelay };
  const job = new OutboxJob(services, new Registrations(services));
  await job.run(Date.now() / 1000 + 1, new AbortController().signal);
  assert.deepEqual(registered, new Set(phones.map(({ tokenId }) => tokenId)));
});
