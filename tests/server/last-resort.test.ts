// What nobody caught: logged with its stack, the server answers what waits, ends, and says by its status that it wants
// to be started again.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/client.ts';
import { temporaryFolder } from '../support/temporary.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const failing = new URL('../support/failing.mjs', import.meta.url);

/** A server in a process of its own, in which something can be made to fail. */
async function startFailing(how: string, ...flags: readonly string[]) {
  const data = temporaryFolder();
  const args = ['--import', failing.href, main, 'serve', ...flags, '--port', '0', '--data', data];
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

type Failing = Awaited<ReturnType<typeof startFailing>>;

/** Has it fail, and looks at how it ends. */
async function expectEnd({ child, url, log }: Failing, how: string): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGUSR2');
  assert.deepEqual(await ended, [70, null]);
  const told = log()
    .split('\n')
    .filter((line) => line.includes('nobody caught'));
  assert.equal(told.length, 1, log());
  const { level, error } = JSON.parse(told[0] ?? '');
  assert.equal(level, 'error');
  assert.match(error, new RegExp(`from a ${how}[\\s\\S]*failing.mjs`));
  await assert.rejects(fetch(`${url}/health`));
}

describe('a failure that nobody catches', () => {
  test('in a timer ends the server when what waits has its answer', async () => {
    const server = await startFailing('timer', '--demo');
    const { email, api_key: key } = await new ApiClient(server.url).ok('POST', '/dev_fetch_api_key', {
      username: 'mel@example.com',
    });
    const listener = await new ApiClient(server.url, email, key).listen({ event_types: ['message'] });
    const waiting = listener.next();
    // The poll waits once a later request is answered.
    await fetch(`${server.url}/health`);
    const types = waiting.then((events) => events.map(({ type }) => type));
    await expectEnd(server, 'timer');
    assert.deepEqual(await types, ['heartbeat']);
  });

  for (const how of ['stream', 'promise']) {
    test(`in a ${how} ends the server`, async () => expectEnd(await startFailing(how), how));
  }
});
