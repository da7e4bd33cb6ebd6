// A call whose browsers may connect only through a TURN server: coturn, which is killed and started again in mid-call.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { expect, type Page } from '@playwright/test';
import { onCleanup } from '../support/cleanup.ts';
import { freePort } from '../support/free-port.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { callWindow, expectToHear, launchOptions, openCaller } from './call-pages.ts';
import { test, webDirectory } from './fixtures.ts';

test.use({ launchOptions });

const program = process.env.PARLEY_TEST_TURNSERVER ?? '/usr/bin/turnserver';
const secret = 'the secret of the TURN server';
/** Browsers do not connect from the loopback address. */
const host =
  Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';

function startTurn(port: number): ChildProcess {
  const options = [
    `--listening-ip=${host}`,
    `--relay-ip=${host}`,
    `--listening-port=${port}`,
    `--static-auth-secret=${secret}`,
    '--use-auth-secret',
    '--realm=turn.example.com',
    '--no-tls',
    '--no-dtls',
    '--no-cli',
    '--log-file=stdout',
  ];
  const child = spawn(program, ['-n', ...options], { stdio: 'ignore', cwd: temporaryFolder() });
  onCleanup(() => child.kill('SIGKILL'));
  return child;
}

/** The kinds of the local and remote addresses over which the page's connections go. */
const ways = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found: string[] = [];
    // biome-ignore lint/suspicious/noExplicitAny: the browser's own types are not known here
    for (const connection of (globalThis as any).connections) {
      if (connection.signalingState === 'closed') continue;
      const stats = await connection.getStats();
      for (const one of stats.values())
        if (one.type === 'candidate-pair' && one.nominated)
          found.push(
            `${stats.get(one.localCandidateId).candidateType} ${stats.get(one.remoteCandidateId).candidateType}`,
          );
    }
    return found;
  });

test('people talk only through a TURN server, which may be restarted', { tag: '@nightly' }, async ({
  openOn,
}) => {
  test.skip(!existsSync(program), `there is no ${program}`);
  const port = await freePort();
  let turn = startTurn(port);
  const server = await startTestServer({
    webDirectory,
    calls: { mode: 'direct', stunUrls: [], turn: { urls: [`turn:${host}:${port}`], secret } },
  });
  await (await server.as('olive')).ok('PATCH', '/realm', { calls_always_relay: true });
  const { stream_id } = await (await server.as('mel')).call('get-stream-id', { stream: 'general' });
  const topic = `#narrow/channel/${stream_id}/topic/calls`;
  const [mia, max] = [
    await openCaller(openOn(server), 'mia', topic),
    await openCaller(openOn(server), 'max', topic),
  ];
  await mia.getByRole('button', { name: 'Start a call', exact: true }).click();
  await max.getByRole('button', { name: 'Join', exact: true }).click();
  for (const page of [mia, max]) {
    await expectToHear(page, 1);
    expect(await ways(page)).toEqual(['relay relay']);
  }

  await test.step('without it there is no connection, and with it again there is', async () => {
    turn.kill('SIGKILL');
    await once(turn, 'exit');
    await expect(callWindow(mia).getByText('No connection to Max Member: trying again')).toBeVisible();
    turn = startTurn(port);
    for (const page of [mia, max]) {
      await expectToHear(page, 1);
      await expect(callWindow(page).locator('[data-reach=connected]')).toHaveCount(2);
    }
  });
});
