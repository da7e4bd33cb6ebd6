// A call through a real LiveKit server, which carries it between two pages. Without its program it is skipped:
// PARLEY_TEST_LIVEKIT names the file.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { onCleanup } from '../support/cleanup.ts';
import { freePort } from '../support/free-port.ts';
import { startTestServer } from '../support/server.ts';
import { callWindow, expectToHear, launchOptions, openCaller, received } from './call-pages.ts';
import { type Open, test, webDirectory } from './fixtures.ts';

test.use({ launchOptions });

type OpenOn = (server: { readonly url: string }) => Open;

const program = process.env.PARLEY_TEST_LIVEKIT ?? '';
const key = 'testkey';
const secret = 'a secret of thirty-two characters';

/** Starts the program; `kill` ends it at once. */
async function startLiveKit(port: number, mediaPort: number, tcpPort: number) {
  const config = {
    port,
    rtc: { udp_port: mediaPort, tcp_port: tcpPort, node_ip: '127.0.0.1', use_external_ip: false },
  };
  const child = spawn(
    program,
    ['--bind', '127.0.0.1', '--keys', `${key}: ${secret}`, '--config-body', JSON.stringify(config)],
    { stdio: 'ignore' },
  );
  onCleanup(() => child.kill('SIGKILL'));
  await expect(async () => expect((await fetch(`http://127.0.0.1:${port}`)).ok).toBe(true)).toPass();
  return {
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** A call of two people through LiveKit. */
async function callThroughLiveKit(openOn: OpenOn) {
  const [port, mediaPort, tcpPort] = [await freePort(), await freePort(), await freePort()];
  const start = () => startLiveKit(port, mediaPort, tcpPort);
  const running = await start();
  const livekit = { url: `ws://127.0.0.1:${port}`, key, secret };
  const server = await startTestServer({
    webDirectory,
    calls: { mode: 'livekit', stunUrls: [], turn: undefined, livekit, participants: 50 },
  });
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const mia = await openCaller(openOn(server), 'mia', topic);
  const max = await openCaller(openOn(server), 'max', topic);
  await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
  await max.getByRole('button', { name: 'Join', exact: true }).click();
  for (const page of [mia, max]) {
    await expect(callWindow(page).locator('[data-reach=connected]')).toHaveCount(2);
    await expectToHear(page, 1);
  }
  return { server, mia, max, running, start };
}

test('people talk through LiveKit', async ({ openOn }) => {
  test.skip(program === '', 'PARLEY_TEST_LIVEKIT names no program');
  const { server, mia, max } = await callThroughLiveKit(openOn);

  await test.step('a camera is seen', async () => {
    await callWindow(mia).getByRole('button', { name: 'Turn on camera' }).click();
    await expect(callWindow(max).locator('video')).toHaveCount(1);
    await expect
      .poll(async () => (await received(max)).reduce((sum, { frames }) => sum + frames, 0))
      .toBeGreaterThan(5);
  });

  await test.step('who may share the screen is decided while the call goes on', async () => {
    const olive = await server.as('olive');
    const { realm_user_groups } = await olive.ok('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
    });
    const allow = (role: string) => {
      const group = realm_user_groups.find(({ name }: { name: string }) => name === `role:${role}`).id;
      return olive.ok('PATCH', '/realm', { can_share_screen_group: { new: group } });
    };
    const share = callWindow(mia).getByRole('button', { name: 'Share screen' });
    const shared = callWindow(max).locator('.call-tile.screen video');
    await share.click();
    await expect(shared).toHaveCount(1);
    await allow('nobody');
    await expect(shared).toHaveCount(0);
    await expect(share).toHaveCount(0);
    await allow('everyone');
    await share.click();
    await expect(shared).toHaveCount(1);
  });

  await test.step('one leaves', async () => {
    await callWindow(max).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
  });
});

test('a LiveKit server that is restarted ends no call; one that stays away does, after a minute', {
  tag: '@nightly',
}, async ({ openOn }) => {
  test.skip(program === '', 'PARLEY_TEST_LIVEKIT names no program');
  const { mia, max, running, start } = await callThroughLiveKit(openOn);

  let second: Awaited<ReturnType<typeof start>>;
  await test.step('restarted', async () => {
    await running.kill();
    await expect(callWindow(mia).getByText('No connection to Max Member: trying again')).toBeVisible();
    second = await start();
    for (const page of [mia, max]) {
      await expect(callWindow(page).locator('[data-reach=connected]')).toHaveCount(2, { timeout: 90_000 });
      await expectToHear(page, 1);
    }
  });

  await test.step('gone', async () => {
    await second.kill();
    const killed = Date.now();
    for (const page of [mia, max]) {
      await expect(page.getByText('The media server of this call cannot be reached.')).toBeVisible({
        timeout: 150_000,
      });
      await expect(callWindow(page)).toHaveCount(0);
    }
    test.info().annotations.push({ type: 'ended after', description: `${Date.now() - killed} ms` });
  });
});
