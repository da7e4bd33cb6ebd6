// A call goes on while the server is away, is restarted or is another one, and after its network was lost or changed.

import { expect, type Page } from '@playwright/test';
import { KillableServer } from '../support/killable.ts';
import { startSwitchingProxy } from '../support/switching-proxy.ts';
import { callWindow, expectToHear, launchOptions, openCaller } from './call-pages.ts';
import { test } from './fixtures.ts';

test.use({ launchOptions });

const postgresUrl = process.env.PARLEY_TEST_POSTGRES_URL ?? '';

const join = (page: Page) => page.getByRole('button', { name: 'Join', exact: true }).click();
const startCall = (page: Page) => page.getByRole('button', { name: 'Start a call', exact: true }).click();
const sessionsIn = async (server: KillableServer): Promise<string[]> => {
  const [call] = (await (await server.as('mel')).ok('GET', '/calls')).calls;
  return call.participants.map(({ session }: { session: string }) => session);
};

test('a call goes on through a restart of the server, with the same sessions', async ({ openOn }) => {
  const server = await KillableServer.prepare();
  await server.start();
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const [mia, max] = [
    await openCaller(openOn(server), 'mia', topic),
    await openCaller(openOn(server), 'max', topic),
  ];
  await startCall(mia);
  await join(max);
  for (const page of [mia, max]) await expectToHear(page, 1);
  const sessions = await sessionsIn(server);

  await test.step('sound goes on while the server is away', async () => {
    await server.kill();
    await expect(mia.getByRole('status').getByText('No connection').first()).toBeVisible();
    for (const page of [mia, max]) await expectToHear(page, 1);
  });

  await test.step('nothing has changed once it is back', async () => {
    await server.start('same');
    await callWindow(max).getByRole('button', { name: 'Mute microphone' }).click();
    await expect(callWindow(mia).getByRole('listitem').filter({ hasText: 'Max' })).toContainText(
      'microphone off',
    );
    expect(await sessionsIn(server)).toEqual(sessions);
    for (const page of [mia, max]) await expectToHear(page, 1);
  });

  await test.step('a third person can join, and hears both', async () => {
    const olive = await openCaller(openOn(server), 'olive', topic);
    await olive.getByRole('button', { name: 'Join', exact: true }).click();
    await expectToHear(olive, 2);
    await expectToHear(mia, 2);
  });
});

test('a call goes on with the other server if one of two is killed', { tag: '@nightly' }, async ({
  openOn,
}) => {
  test.skip(postgresUrl === '', 'several servers need PostgreSQL');
  const one = await KillableServer.prepareOn(postgresUrl);
  await one.start();
  const two = one.beside();
  await two.start();
  const balancer = await startSwitchingProxy(two.url);
  const { stream_id } = await (await one.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const mia = await openCaller(openOn(one), 'mia', topic);
  const open = openOn({ url: balancer.through(two.url).replace(/\/$/, '') });
  const max = await openCaller(open, 'max', topic);
  await startCall(mia);
  await join(max);
  for (const page of [mia, max]) await expectToHear(page, 1);
  const sessions = await sessionsIn(one);
  await two.kill();
  balancer.switchTo(undefined);
  for (const page of [mia, max]) await expectToHear(page, 1);
  balancer.switchTo(one.url);
  await callWindow(max).getByRole('button', { name: 'Mute microphone' }).click();
  await expect(callWindow(mia).getByRole('listitem').filter({ hasText: 'Max' })).toContainText(
    'microphone off',
  );
  expect(await sessionsIn(one)).toEqual(sessions);
  // Signals reach both at the server that is left.
  const olive = await openCaller(open, 'olive', topic);
  await olive.getByRole('button', { name: 'Join', exact: true }).click();
  await expectToHear(olive, 2);
});

/**
 * A switch for the network of a page, for its requests and for what WebRTC sends and receives. It is made before the call:
 * connections from before cannot be cut.
 */
async function networkOf(page: Page): Promise<(isOn: boolean) => Promise<unknown>> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Network.enable');
  const set = (isOn: boolean) =>
    devTools.send('Network.emulateNetworkConditions', {
      offline: !isOn,
      // Without any it has no effect on WebRTC.
      latency: 1,
      downloadThroughput: -1,
      uploadThroughput: -1,
      packetLoss: isOn ? 0 : 100,
    });
  await set(true);
  return set;
}

test('a call goes on after a lost network', async ({ server, open }) => {
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const [mia, max] = [await openCaller(open, 'mia', topic), await openCaller(open, 'max', topic)];
  const switchNetwork = await networkOf(max);
  await startCall(mia);
  await join(max);
  for (const page of [mia, max]) await expectToHear(page, 1);
  await switchNetwork(false);
  await expect(callWindow(mia).getByText('No connection to Max Member: trying again')).toBeVisible();
  await expect(callWindow(max).getByText('No connection to Mia Member: trying again')).toBeVisible();
  await switchNetwork(true);
  for (const page of [mia, max]) {
    await expectToHear(page, 1);
    await expect(callWindow(page).locator('[data-reach=connected]')).toHaveCount(2);
  }
  expect((await (await server.as('mel')).ok('GET', '/calls')).calls[0].participants).toHaveLength(2);
});
