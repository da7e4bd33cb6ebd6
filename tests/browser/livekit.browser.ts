// A call through a real LiveKit server, which carries it between two pages. Without its program it is skipped:
// PARLEY_TEST_LIVEKIT names the file.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { expect } from '@playwright/test';
import { startTestServer } from '../support/server.ts';
import { callWindow, expectToHear, launchOptions, openCaller, received } from './call-pages.ts';
import { test, webDirectory } from './fixtures.ts';

test.use({ launchOptions });

const program = process.env.PARLEY_TEST_LIVEKIT ?? '';
const key = 'testkey';
const secret = 'a secret of thirty-two characters';

/** A TCP port that no one uses. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

test('people talk through LiveKit', async ({ openOn }) => {
  test.skip(program === '', 'PARLEY_TEST_LIVEKIT names no program');
  const [port, mediaPort, tcpPort] = [await freePort(), await freePort(), await freePort()];
  const config = {
    port,
    rtc: { udp_port: mediaPort, tcp_port: tcpPort, node_ip: '127.0.0.1', use_external_ip: false },
  };
  const child = spawn(
    program,
    ['--bind', '127.0.0.1', '--keys', `${key}: ${secret}`, '--config-body', JSON.stringify(config)],
    {
      stdio: 'ignore',
    },
  );
  try {
    await expect(async () => expect((await fetch(`http://127.0.0.1:${port}`)).ok).toBe(true)).toPass();
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
    for (const page of [mia, max])
      await expect(callWindow(page).locator('[data-reach=connected]')).toHaveCount(2);
    await expectToHear(mia, 1);
    await expectToHear(max, 1);
    await callWindow(mia).getByRole('button', { name: 'Turn on camera' }).click();
    await expect(callWindow(max).locator('video')).toHaveCount(1);
    await expect
      .poll(async () => (await received(max)).reduce((sum, { frames }) => sum + frames, 0))
      .toBeGreaterThan(5);
    await callWindow(max).getByRole('button', { name: 'Leave the call' }).click();
    await expect(callWindow(mia).getByText('Waiting for others…')).toBeVisible();
  } finally {
    child.kill();
  }
});
