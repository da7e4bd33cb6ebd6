// The package as somebody has it who installs it: packed, installed into an empty folder without the network, started by
// its command, also where it may not write beside itself.

import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const home = temporaryFolder();
const program = join(home, 'node_modules/parley');
const running = new Set<ChildProcess>();

after(() => {
  for (const child of running) child.kill('SIGKILL');
});

/** No program of this process's own is found: what runs is what the package brings, and what npm needs. */
const environment = { ...process.env, npm_config_cache: join(home, 'cache'), npm_config_offline: 'true' };

async function parley(...args: string[]): Promise<string> {
  return (await run(join(home, 'node_modules/.bin/parley'), args, { cwd: home, env: environment })).stdout;
}

async function started(
  ...args: string[]
): Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }> {
  const words = ['serve', '--port', '0', '--data', join(home, 'data'), ...args];
  const child = spawn(join(home, 'node_modules/.bin/parley'), words, { cwd: home, env: environment });
  running.add(child);
  const url = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const [, address] = /^parley listening on (\S+)$/m.exec(out) ?? [];
      if (address) resolve(address);
    });
    child.once('exit', (status) => reject(new Error(`ended with ${status}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const [status, signal] = await once(child, 'exit');
    assert.deepEqual([status, signal], [0, null]);
  };
  return { url, stop };
}

test('it is packed, and installed where nothing can be fetched', async () => {
  const { stdout } = await run('npm', ['run', '--silent', 'package'], { cwd: root });
  const file = stdout.trim().split('\n').at(-1) ?? '';
  await writeFile(join(home, 'package.json'), '{ "private": true }');
  const install = ['install', '--no-audit', '--no-fund', file];
  await run('npm', install, {
    cwd: home,
    env: { ...environment, npm_config_registry: 'http://127.0.0.1:9/' },
  });
  const names = await readdir(join(program, 'node_modules'));
  assert.ok(
    names.includes('fastify') && !names.includes('typescript') && !names.includes('esbuild'),
    names.join(' '),
  );
});

test('it names itself, and needs no other Node.js than its own', async () => {
  assert.match(await parley('--version'), /^parley \d/);
  assert.match(await parley('backup', '--help'), /^Usage: parley backup FILE/);
  const { node } = JSON.parse(await parley('version', '--json'));
  assert.equal(node, process.versions.node);
});

test('it serves the API and the browser client, and works on what it kept', async () => {
  const first = await started('--demo');
  const answer = await fetch(`${first.url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'mel@example.com' }),
  });
  const { api_key: key } = (await answer.json()) as { api_key: string };
  const headers = { authorization: `Basic ${btoa(`mel@example.com:${key}`)}` };
  const message = { type: 'channel', to: 'general', topic: 'packed', content: '**all** here :tada:' };
  const sent = await fetch(`${first.url}/api/v1/messages`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(message),
  });
  const { id } = (await sent.json()) as { id: number };
  // What runs in processes and threads of its own is found too: a picture is looked at by one.
  const picture = new FormData();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  picture.set('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'pixel.png');
  const avatar = await fetch(`${first.url}/api/v1/users/me/avatar`, {
    method: 'POST',
    headers,
    body: picture,
  });
  assert.equal(avatar.status, 200, await avatar.text());
  const page = await (await fetch(`${first.url}/login/`)).text();
  assert.match(page, /Log in as|Log in to/);
  assert.equal((await fetch(`${first.url}/service-worker.js`)).status, 200);
  await first.stop();

  // An administrator's program may lie where its user cannot write.
  await chmod(program, 0o555);
  const second = await started();
  const read = await fetch(`${second.url}/api/v1/messages/${id}`, { headers });
  const { message: kept } = (await read.json()) as { message: { content: string } };
  assert.match(kept.content, /<strong>all<\/strong> here/);
  await second.stop();
  await chmod(program, 0o755);
});

test('its commands work on what it kept', async () => {
  const file = join(home, 'backup.tar.gz');
  await parley('backup', file, '--data', join(home, 'data'));
  await mkdir(join(home, 'other'));
  await parley('restore', file, '--data', join(home, 'other'));
  await access(join(home, 'other/parley.db'));
  assert.match(await parley('user', 'list', '--data', join(home, 'other')), /mel@example\.com/);
});
