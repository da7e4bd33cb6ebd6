// Narrows that receive no events are not treated as up to date when they are opened again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Organization } from '../../web/data/organization.ts';
import { isLive } from '../../web/store/live-narrows.ts';
import { startTestServer } from '../support/server.ts';
import { made, term } from './naive-server.ts';

const { as } = await startTestServer();
const mel = await as('mel');
const { stream_id: design } = await mel.call('get-stream-id', { stream: 'design' });
const { stream_id: general } = await mel.call('get-stream-id', { stream: 'general' });
const inDesign = [term('channel', String(design))];
const inGeneral = [term('channel', String(general))];

test('subscribers receive events of a channel, anonymous viewers none', async () => {
  const { snapshot } = await mel.registerQueue();
  const receives = (narrow: typeof inDesign, isAnonymous = false) => isLive(narrow, snapshot, isAnonymous);
  assert.deepEqual(
    [receives(inGeneral), receives(inDesign), receives([]), receives([], true)],
    [true, false, true, false],
  );
  assert.equal(receives([term('channels', 'public')]), false);
  assert.equal(receives([term('channel', String(design), true)]), true);
});

test('a cached view is only displayed again if all later events were received', async () => {
  const { snapshot } = await mel.registerQueue();
  const cachedView = (narrow: typeof inDesign) => ({
    narrow,
    messages: [made(1, general, 'a')],
    reachesOldest: true,
    reachesNewest: true,
  });
  const cachedViews = [cachedView(inDesign), cachedView(inGeneral)];
  const { messages } = new Organization({ client: mel.api, snapshot, cachedViews });
  assert.deepEqual(messages.of(inGeneral).ranges.newest?.ids, [1]);
  assert.equal(messages.of(inDesign).ranges.newest, undefined);
});

test('a channel is fetched again after subscribing and after unsubscribing', async () => {
  const listener = await mel.registerQueue();
  const organization = new Organization({ client: mel.api, snapshot: listener.snapshot });
  const list = organization.messages.of(inDesign);
  const isForgottenAfter = async (change: () => Promise<unknown>) => {
    await list.open('newest');
    assert.ok(list.ranges.newest);
    await change();
    for (const event of await listener.events()) organization.apply({ kind: 'event', event });
    return list.ranges.newest === undefined;
  };
  const join = () => mel.call('subscribe', { subscriptions: [{ name: 'design' }] });
  const leave = () => mel.call('unsubscribe', { subscriptions: ['design'] });
  assert.equal(await isForgottenAfter(join), true);
  assert.equal(await isForgottenAfter(leave), true);
});
