// A deactivated organization posts no events; after reactivation posting resumes where it stopped.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reactivateOrganization } from '../../src/actions/organizations/reactivate.ts';
import { nextSubscriptionTime } from '../../src/stores/event-subscriptions/lease-store.ts';
import { waitUntil } from '../support/waiting.ts';
import {
  botOf,
  logOf,
  makeGate,
  startEventFixture,
  subscribe,
  textsAt,
  untilRequested,
  withoutTimeouts,
} from './event-fixture.ts';

const { server, mel, mia, later, settle, freshEndpoint } = await startEventFixture(2);
const olive = await server.as('olive');
const { database } = server.server.services;

test('a deactivated organization posts nothing, even in the middle of a turn, and resumes after reactivation', async () => {
  const [endpoint, failing] = [freshEndpoint(), freshEndpoint()];
  failing.answer = () => ({ status: 500, body: '' });
  const gates = [makeGate(), makeGate()];
  endpoint.answer = async () => {
    await gates[endpoint.requests.length - 1]?.opened;
    return { body: '' };
  };
  const [bot, other] = [await botOf(mel, 'Doorman'), await botOf(mel, 'Stumbler')];
  await subscribe(mel, bot, endpoint.url);
  const { id } = await subscribe(mel, other, failing.url);
  await withoutTimeouts(async () => {
    await mia.sendDirect([other], 'lost');
    await waitUntil(async () => (await logOf(mel, other, id)).length === 1);
    await mia.sendDirect([bot], 'one');
    await untilRequested(endpoint, 1);
    for (const text of ['two', 'three']) await mia.sendDirect([bot], text);
    gates[0]?.open();
    await untilRequested(endpoint, 2);
    await olive.ok('POST', '/realm/deactivate');
    gates[1]?.open();
    await settle();
    const attempts = failing.requests.length;
    await later(60);
    assert.deepEqual(textsAt(endpoint), ['one', 'two']);
    assert.equal(failing.requests.length, attempts);
    // No turn is scheduled either.
    assert.equal(await nextSubscriptionTime(database.reader(0)), undefined);
    await database.write(1, reactivateOrganization, 'command');
    await later(60);
    await untilRequested(endpoint, 3);
    await untilRequested(failing, attempts + 1);
  });
  assert.deepEqual(textsAt(endpoint), ['one', 'two', 'three']);
});
