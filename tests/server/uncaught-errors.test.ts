// Uncaught errors: the server logs the stack, answers pending requests, and exits with a status that requests a restart.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/client.ts';
import { copyEmbeddedDemoTo } from '../support/demo-template.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitForWaitingPolls } from '../support/waiting-polls.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const failing = new URL('../support/failing.mjs', import.meta.url);

/** A server with the demo in its own process, in which a failure can be triggered. */
async function startFailing(how: string) {
  const data = temporaryFolder();
  await copyEmbeddedDemoTo(data);
  const args = ['--import', failing.href, main, 'serve', '--demo', '--port', '0', '--data', data];
  const child = spawn(process.execPath, args, { env: { ...process.env, PARLEY_TEST_FAILS: how } });
  after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const address = /listening on (\S+)/.exec(out)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the server ended before it was ready: ${log}`)));
  });
  return { child, url, log: () => log };
}

/** The server's handling of failures, in a process that does nothing else. */
const alone = `
  import { exitOnSignals } from ${JSON.stringify(import.meta.resolve('../../src/cli/process-lifecycle.ts'))};
  import { standardErrorLog } from ${JSON.stringify(import.meta.resolve('../../src/server/logger.ts'))};
  exitOnSignals(async () => process.stderr.write('closed\\n'), standardErrorLog);
  setInterval(() => undefined, 1000);
  process.stdout.write('ready');
`;

/** Starts that process; resolves once it is ready. */
async function startAlone(how: string) {
  const args = ['--import', failing.href, '--input-type=module', '--eval', alone];
  const child = spawn(process.execPath, args, { env: { ...process.env, PARLEY_TEST_FAILS: how } });
  after(() => child.kill('SIGKILL'));
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  await once(child.stdout, 'data');
  return { child, log: () => log };
}

/** Triggers the failure and checks how the process ends. */
async function expectEnd(
  { child, log }: { readonly child: ChildProcess; readonly log: () => string },
  how: string,
): Promise<void> {
  const ended = once(child, 'close');
  child.kill('SIGUSR2');
  assert.deepEqual(await ended, [70, null]);
  const logLines = log()
    .split('\n')
    .filter((line) => line.includes('uncaught error, stopping'));
  assert.equal(logLines.length, 1, log());
  const { level, error } = JSON.parse(logLines[0] ?? '');
  assert.equal(level, 'error');
  assert.match(error, new RegExp(`from a ${how}[\\s\\S]*failing.mjs`));
}

describe('an uncaught failure', () => {
  test('in a timer ends the server once pending requests are answered', async () => {
    const server = await startFailing('timer');
    const { email, api_key: key } = await new ApiClient(server.url).ok('POST', '/dev_fetch_api_key', {
      username: 'mel@example.com',
    });
    const listener = await new ApiClient(server.url, email, key).registerQueue({ event_types: ['message'] });
    const pendingPoll = listener.next();
    await waitForWaitingPolls(server.url, 1);
    const types = pendingPoll.then((events) => events.map(({ type }) => type));
    await expectEnd(server, 'timer');
    assert.deepEqual(await types, ['heartbeat']);
    await assert.rejects(fetch(`${server.url}/health`));
  });

  for (const how of ['stream', 'promise']) {
    test(`in a ${how} ends the server`, async () => {
      const server = await startAlone(how);
      await expectEnd(server, how);
      assert.match(server.log(), /^closed$/m);
    });
  }
});

test('a log that cannot be written, as on a full disk, ends no server', {
  skip: process.platform !== 'linux',
}, async () => {
  const data = temporaryFolder();
  await copyEmbeddedDemoTo(data);
  const args = [main, 'serve', '--demo', '--port', '0', '--data', data];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')] });
  after(() => child.kill('SIGKILL'));
  const [line] = await once(child.stdout ?? assert.fail(), 'data');
  const url = /listening on (\S+)/.exec(String(line))?.[1];
  // Each failed login writes a line.
  for (let count = 0; count < 2; count++)
    await new ApiClient(url ?? '').request('POST', '/fetch_api_key', {
      username: 'mel@example.com',
      password: 'wrong',
    });
  assert.equal((await fetch(`${url}/health`)).status, 200);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'close'), [0, null]);
});
