// The relay as a command: its flags, its list of servers, starting and stopping.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { relay } from '../../relay/command.ts';
import { runProgram } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary.ts';

const main = fileURLToPath(new URL('../../relay/main.mjs', import.meta.url));
const directory = temporaryFolder();
const keyFile = join(directory, 'key.p8');
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
const data = ['--data', join(directory, 'data')];
const apple = ['--apns-team-id', 'TEAM', '--apns-key-id', 'KEY', '--apns-key-file', keyFile];

const run = (...args: string[]) => runProgram(relay, args);

test('the relay prints its usage', async () => {
  const { status, out } = await run('--help');
  assert.equal(status, 0);
  assert.match(out, /--apns-key-file FILE/);
  assert.match(out, /PARLEY_RELAY_FCM_ACCOUNT_FILE/);
});

test('the relay refuses invalid flags in one sentence', async () => {
  const cases: [string[], RegExp][] = [
    [[], /^Set --apns-key-file, --fcm-account-file or both/],
    [['--apns-key-id', 'KEY'], /belong together/],
    [['--fcm-account-file', keyFile], /is not valid JSON/],
    [['--fcm-account-file', join(directory, 'missing')], /Cannot read the file/],
    [[...apple, '--port', 'x'], /--port must be a number/],
    [['--nonsense'], /See --help/],
  ];
  const ended = await Promise.all(cases.map(([args]) => run(...data, ...args)));
  for (const [index, { status, err }] of ended.entries()) {
    assert.equal(status, 2);
    assert.match(err, cases[index]?.[1] ?? /$^/);
    assert.equal(err.trim().split('\n').length, 1);
  }
});

test('the relay stores a list of servers', async () => {
  const { out } = await run('add-server', ...data, '--hostname', 'chat.example.com');
  const [, id = ''] = /^PARLEY_PUSH_RELAY_ID=(\S+)\nPARLEY_PUSH_RELAY_KEY=[0-9a-f]{64}\n$/.exec(out) ?? [];
  assert.match((await run('servers', ...data)).out, new RegExp(`^${id} chat.example.com -\n$`));
  assert.equal((await run('deactivate', id, ...data)).status, 0);
  assert.match((await run('servers', ...data)).out, /\(deactivated\)/);
  assert.equal((await run('activate', 'unknown', ...data)).status, 1);
});

test('the relay starts, prints its key, answers, and stops on a signal', async () => {
  const args = [...data, ...apple, '--port', '0'];
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env.PATH } });
  const [line, key] = await Promise.all([firstLine(child.stdout), firstLine(child.stderr)]);
  const [, url = ''] = /^parley relay listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line) ?? [];
  assert.equal(Buffer.from(key.replace('public key ', ''), 'base64').length, 32);
  assert.equal((await fetch(`${url}/health`)).status, 200);
  child.kill('SIGTERM');
  assert.equal(await new Promise((ended) => child.on('close', ended)), 0);
});

async function firstLine(stream: NodeJS.ReadableStream | null): Promise<string> {
  let text = '';
  for await (const chunk of stream ?? []) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}
