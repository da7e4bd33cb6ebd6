// The organization in the browser: state and notifications by events of a real server, and one more check before an
// account counts as logged out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followOrganization, type StateUpdate } from '../../client/follow-organization.ts';
import { ParleyError } from '../../client/parley-error.ts';
import { follow } from '../../web/data/follow.ts';
import type { Organization } from '../../web/data/organization.ts';
import { registration } from '../../web/data/registration.ts';
import { startTestServer } from '../support/server.ts';

const { as } = await startTestServer();

test('the state follows the server, and listeners are called once per turn', async () => {
  const mel = await as('mel');
  const mia = await as('mia');
  const pageClosed = new AbortController();
  const firstOrganization = Promise.withResolvers<Organization>();
  const ended = follow({
    client: mel.api,
    steps: (_state, signal) => followOrganization(mel.api, registration, signal),
    onOpen: firstOrganization.resolve,
    signal: pageClosed.signal,
  });
  const organization = await firstOrganization.promise;
  assert.equal(organization.ownId, mel.userId);
  let isStateNew = false;
  const before = organization.state.unread_msgs;
  const notified = new Promise<void>((resolve) => {
    organization.on('message', () => {
      isStateNew = organization.state.unread_msgs !== before;
      organization.onChange(resolve);
    });
  });
  await mia.call('send-message', { type: 'direct', to: [mel.userId], content: 'Hello.' });
  await notified;
  assert.ok(isStateNew, 'the state has taken in what a listener hears');
  pageClosed.abort();
  assert.equal(await ended, 'ended');
});

test('an account whose session was replaced by another tab is not logged out', async () => {
  const mel = await as('mel');
  const pageClosed = new AbortController();
  let runs = 0;
  // biome-ignore lint/correctness/useYield: it is refused before there is anything
  async function* steps(): AsyncGenerator<StateUpdate> {
    runs += 1;
    if (runs === 1) throw new ParleyError(401, 'UNAUTHENTICATED', 'The session has ended.');
    pageClosed.abort();
  }
  const end = await follow({ client: mel.api, steps, onOpen: () => {}, signal: pageClosed.signal });
  assert.deepEqual([end, runs], ['ended', 2]);
});

test('the page is notified when the account is logged out', async () => {
  const { anonymous } = await startTestServer();
  // biome-ignore lint/correctness/useYield: it is refused before there is anything
  async function* steps(): AsyncGenerator<StateUpdate> {
    throw new ParleyError(401, 'UNAUTHENTICATED', 'The session has ended.');
  }
  const { signal } = new AbortController();
  assert.equal(await follow({ client: anonymous.api, steps, onOpen: () => {}, signal }), 'logged-out');
});
