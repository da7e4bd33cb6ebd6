// A subscription that is far behind reads only the events that it posts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLimit } from '../support/with-limit.ts';
import {
  botOf,
  startEventFixture,
  subscribe,
  textsAt,
  untilRequested,
  withoutTimeouts,
} from './event-fixture.ts';

const { server, mel, mia, pausedEndpoint } = await startEventFixture(1);

test('each turn reads the events that it posts, not all that wait', async (context) => {
  const { endpoint, open } = pausedEndpoint();
  const bot = await botOf(mel, 'Latecomer');
  await subscribe(mel, bot, endpoint.url);
  const texts = Array.from({ length: 10 }, (_, index) => `number ${index}`);
  const hub = await server.server.services.hubs.upToDate(1);
  const { mock } = context.mock.method(hub, 'read');
  await withLimit('eventDeliveriesPerTurn', 2, () =>
    withoutTimeouts(async () => {
      for (const text of texts) await mia.sendDirect([bot], text);
      open();
      await untilRequested(endpoint, texts.length);
    }),
  );
  assert.deepEqual(textsAt(endpoint), texts);
  const read = await Promise.all(mock.calls.map(async ({ result }) => (await result)?.events.length ?? 0));
  assert.equal(Math.max(...read), 2);
});
