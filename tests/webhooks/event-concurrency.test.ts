// Concurrency limits on posting events: slow addresses do not block those of others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ConcurrencyShares } from '../../src/actions/outbox/concurrency-shares.ts';
import { secondOrganization } from '../access/support.ts';
import { waitUntil } from '../support/waiting.ts';
import { withLimit } from '../support/with-limit.ts';
import {
  botOf,
  startEventFixture,
  subscribe,
  textsAt,
  untilRequested,
  withoutTimeouts,
} from './event-fixture.ts';

const { server, mel, mia, freshEndpoint, pausedEndpoint } = await startEventFixture(8);
const adam = await server.as('adam');

test('bound eventDeliveriesPerOwnerAtOnce: the slow addresses of one owner do not block others', async () => {
  const [slow, waiting, quick] = [pausedEndpoint(), freshEndpoint(), freshEndpoint()];
  const [one, other] = [await botOf(mel, 'Slow'), await botOf(mel, 'Waiting')];
  const ofAdam = await botOf(adam, 'Quick');
  await subscribe(mel, one, slow.endpoint.url);
  await subscribe(mel, other, waiting.url);
  await subscribe(adam, ofAdam, quick.url);
  await withLimit('eventDeliveriesPerOwnerAtOnce', 1, () =>
    withoutTimeouts(async () => {
      await mia.sendDirect([one], 'first');
      await untilRequested(slow.endpoint, 1);
      await mia.sendDirect([other], 'has to wait');
      for (const text of ['second', 'third']) await mia.sendDirect([ofAdam], text);
      await untilRequested(quick, 2);
      assert.equal(waiting.requests.length, 0);
      slow.open();
      await untilRequested(waiting, 1);
    }),
  );
  assert.deepEqual([textsAt(waiting), textsAt(quick)], [['has to wait'], ['second', 'third']]);
});

test('bound eventDeliveriesPerOrganizationAtOnce: the slow addresses of one organization do not block others', async () => {
  const [slow, waiting, quick] = [pausedEndpoint(), freshEndpoint(), freshEndpoint()];
  const elsa = await secondOrganization(server);
  const [ofMel, ofAdam, ofElsa] = [
    await botOf(mel, 'Mire'),
    await botOf(adam, 'Bystander'),
    await botOf(elsa, 'Faraway'),
  ];
  await subscribe(mel, ofMel, slow.endpoint.url);
  await subscribe(adam, ofAdam, waiting.url);
  await subscribe(elsa, ofElsa, quick.url);
  await withLimit('eventDeliveriesPerOrganizationAtOnce', 1, () =>
    withoutTimeouts(async () => {
      await mia.sendDirect([ofMel], 'first');
      await untilRequested(slow.endpoint, 1);
      await mia.sendDirect([ofAdam], 'has to wait');
      for (const text of ['second', 'third']) await elsa.sendDirect([ofElsa], text);
      await untilRequested(quick, 2);
      assert.equal(waiting.requests.length, 0);
      slow.open();
      await untilRequested(waiting, 1);
    }),
  );
  assert.deepEqual([textsAt(waiting), textsAt(quick)], [['has to wait'], ['second', 'third']]);
});

test('bound eventDeliveriesAtOnce: a bounded number of attempts run, and the others follow', async (context) => {
  const { endpoint: paused, open } = pausedEndpoint();
  const waiting = freshEndpoint();
  const bot = await botOf(mel, 'Gate');
  await subscribe(mel, bot, paused.url);
  const { mock } = context.mock.method(ConcurrencyShares.prototype, 'admit');
  await withLimit('eventDeliveriesAtOnce', 1, () =>
    withoutTimeouts(async () => {
      await mia.sendDirect([bot], 'first');
      await untilRequested(paused, 1);
      const { id } = await subscribe(mel, bot, waiting.url);
      await mia.sendDirect([bot], 'second');
      const tries = () =>
        mock.calls.filter(({ arguments: [piece] }) => piece.id === id && 'leased_until' in piece);
      await waitUntil(async () => tries().length > 0);
      assert.deepEqual([tries()[0]?.result, waiting.requests.length], [false, 0]);
      open();
      await untilRequested(paused, 2);
      await untilRequested(waiting, 1);
    }),
  );
  assert.deepEqual([textsAt(paused), textsAt(waiting)], [['first', 'second'], ['second']]);
});
