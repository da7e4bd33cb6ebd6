// How the server starts and stops, as a person or supervisor sees it.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillDemoInChildProcess } from '../../src/cli/fill-demo.ts';
import { parseServeOptions } from '../../src/cli/serve-options.ts';
import { ApiClient } from '../support/client.ts';
import { run as command } from '../support/command-line.ts';
import { copyEmbeddedDemoTo } from '../support/demo-template.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { waitForWaitingPolls } from '../support/waiting-polls.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const root = temporaryFolder();

/** The senders and conversations of an account's messages. */
async function sentTo(client: ApiClient): Promise<string[][]> {
  const { messages } = await client.ok('GET', '/messages', {
    anchor: 'newest',
    num_before: 10,
    num_after: 0,
  });
  return messages.map(
    (one: { type: string; sender_full_name: string; display_recipient: unknown; subject: string }) => [
      one.sender_full_name,
      one.type === 'stream' ? one.display_recipient : 'private',
      one.subject,
    ],
  );
}

interface Run {
  readonly child: ChildProcess;
  readonly output: () => { out: string; err: string };
  /** Resolves with the address once the server reports that it is ready. */
  readonly ready: Promise<string>;
  readonly ended: Promise<number | null>;
}

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: root,
    env: { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_DATA: '' },
  });
  after(() => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const address = /^parley listening on (http:\/\/\S+)$/m.exec(out)?.[1];
      if (address) resolve(address);
    });
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, output: () => ({ out, err }), ready, ended };
}

test('the server prints its address, answers /health, and stops cleanly while polls wait', async () => {
  const data = join(root, 'demo');
  await copyEmbeddedDemoTo(data);
  const { child, ready, ended, output } = run('serve', '--demo', '--port', '0', '--data', data);
  const url = await ready;
  assert.equal(output().out, `parley listening on ${url}\n`);
  const health = await fetch(`${url}/health`);
  assert.deepEqual([health.status, await health.json()], [200, { status: 'ok' }]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  assert.match(metrics, /^# HELP parley_requests_total/m);
  const key = await new ApiClient(url).ok('POST', '/dev_fetch_api_key', { username: 'mel@example.com' });
  const mel = new ApiClient(url, key.email, key.api_key, key.user_id);
  const listener = await mel.registerQueue();
  const pendingPoll = listener.next();
  await waitForWaitingPolls(url, 1);
  child.kill('SIGTERM');
  assert.deepEqual(
    (await pendingPoll).map((event) => event.type),
    ['heartbeat'],
  );
  assert.equal(await ended, 0);
});

test('with an empty data directory, the server prints a link to create an organization', async () => {
  const { ready, output, child, ended } = run('serve', '--port', '0', '--data', join(root, 'empty'));
  const url = await ready;
  const lines = output().err.trim().split('\n');
  const links = lines.filter((line) => !line.startsWith('{'));
  assert.equal(links.length, 1);
  const link = String(links[0]);
  assert.ok(link.startsWith(`${url}/new?token=`));
  const page = await fetch(link);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /<form method="post"[\s\S]*At least 8 characters/);
  assert.match(
    page.headers.get('content-security-policy') ?? '',
    /default-src 'none'.*frame-ancestors 'none'/,
  );
  child.kill('SIGINT');
  assert.equal(await ended, 0);
});

test('the link creates one organization, once the form is valid', async () => {
  const { server, url, anonymous } = await startTestServer({ isDemo: false, databaseUrl: undefined });
  const link = new URL(server.foundingLink.path, url);
  const token = link.searchParams.get('token') ?? '';
  const found = (password: string, changed: { readonly token?: string; readonly owner_name?: string } = {}) =>
    fetch(`${url}/new`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        token,
        name: 'Acme',
        owner_name: 'Bo Boss',
        owner_email: 'bo@acme.example',
        password,
        ...changed,
      }),
    });
  assert.equal((await found('a fine password', { token: 'another' })).status, 404);
  const short = await found('short');
  assert.equal(short.status, 400);
  assert.match(await short.text(), /password is too weak. It needs at least 8 characters/);
  const nameless = await found('a fine password', { owner_name: 'B' });
  assert.equal(nameless.status, 400);
  assert.match(await nameless.text(), /name is too short. Enter at least 2 characters/);
  // A double click, and one more.
  const clicks = await Promise.all([1, 2, 3].map(() => found('a fine password')));
  assert.deepEqual(clicks.map(({ status }) => status).sort(), [302, 404, 404]);
  const key = await anonymous.ok('POST', '/fetch_api_key', {
    username: 'bo@acme.example',
    password: 'a fine password',
  });
  assert.match(key.api_key, /^[A-Za-z0-9]{32}$/);
  const bo = new ApiClient(url, key.email, key.api_key, key.user_id);
  assert.deepEqual(await sentTo(bo), [
    ['Welcome Bot', 'general', 'greetings'],
    ['Welcome Bot', 'private', ''],
  ]);
  assert.equal((await fetch(link)).status, 404);
  await anonymous.refused('POST', '/dev_fetch_api_key', { username: 'bo@acme.example' }, 'BAD_REQUEST');
});

test('the command line creates organizations, each with its own host', async () => {
  const data = join(root, 'commands');
  await writeFile(join(root, 'password'), 'a fine password\n');
  const create = (...more: string[]) =>
    command(
      'organization',
      'create',
      '--name',
      'Acme',
      '--owner-email',
      'bo@acme.example',
      '--owner-name',
      'Bo Boss',
      '--password-file',
      join(root, 'password'),
      '--data',
      data,
      ...more,
    );
  const first = await create();
  assert.equal(first.status, 0, first.err);
  assert.match(first.out, /^[A-Za-z0-9]{32}\n$/);
  const second = await create();
  assert.equal(second.status, 1);
  assert.match(second.err, /Set a host for this one/);
  assert.equal((await create('--host', 'second.example')).status, 0);
  const demo = await command('serve', '--demo', '--port', '0', '--data', data);
  assert.equal(demo.status, 1);
  assert.match(demo.err, /real organization/);
});

test('an organization created on the command line is served at once', async () => {
  const data = join(root, 'beside');
  await writeFile(join(root, 'password-beside'), 'a fine password\n');
  const create = async (name: string, ...more: string[]) => {
    const { status } = await command(
      ...['organization', 'create', '--name', name, '--owner-email', 'bo@acme.example', '--owner-name', 'Bo'],
      ...['--password-file', join(root, 'password-beside'), '--data', data, ...more],
    );
    return status;
  };
  assert.equal(await create('First'), 0);
  const { url } = await startTestServer({ isDemo: false, databaseUrl: undefined, dataDirectory: data });
  const nameAt = async (host: string) => {
    const [body] = await once(get(`${url}/api/v1/server_settings`, { headers: { host } }), 'response');
    return JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString()).realm_name;
  };
  assert.equal(await nameAt('anything.example'), 'First');
  assert.equal(await create('Second', '--host', 'second.example'), 0);
  assert.equal(await nameAt('second.example'), 'Second');
  assert.equal(await nameAt('anything.example'), 'First');
});

test('an impossible start prints one sentence and exits with a status, never a stack trace', async () => {
  const blocker = createServer().listen(0, '127.0.0.1');
  after(() => blocker.close());
  await new Promise((resolve) => blocker.once('listening', resolve));
  const address = blocker.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  await writeFile(join(root, 'a-file'), '');
  const emptied = join(root, 'emptied');
  await mkdir(emptied, { mode: 0o700 });
  for (const name of ['parley.db', 'secret']) await writeFile(join(emptied, name), '');
  const cases: [string[], RegExp, number][] = [
    [['serve', '--port', port, '--data', join(root, 'x')], /Port \d+ is taken/, 1],
    [['serve', '--port', 'many'], /--port must be a number/, 2],
    [['serve', '--port', '-1'], /--port must be a number from 0 to 65535, not "-1"/, 2],
    [['serve', '--port', '0', '--data', join(root, 'a-file')], /data directory .*a-file is a file/, 1],
    [['serve', '--port', '0', '--data', emptied], /parley\.db is empty, but its secret/, 1],
    [['organization', 'reactivate', '--data', emptied], /parley\.db is empty/, 1],
    [['serve', '--demo', '--port', port, '--data', join(root, 'not-filled')], /Port \d+ is taken/, 1],
    [['serve', '--port', '0', '--data', '/proc/nowhere'], /data directory/, 1],
    [['serve', '--colour', 'red'], /Unknown option '--colour'/, 2],
    [['serve', '--demo', '--host', '0.0.0.0'], /loopback/, 2],
    [['serve', '--data', join(root, 'a-file', 'below')], /data directory/, 1],
    [['serve', '--database-url', 'mysql://x'], /postgres:\/\//, 2],
    [
      ['serve', '--port', '0', '--database-url', 'postgres://127.0.0.1:1/x', '--data', join(root, 'y')],
      /database cannot be reached/,
      1,
    ],
    [['serve', '--url', 'somewhere'], /--url/, 2],
    [['serve', '--smtp-url', 'http://mail.example'], /--smtp-url/, 2],
    [['serve', '--mail-from', 'somebody'], /--mail-from/, 2],
    [['serve', '--incoming-mail-port', '2525'], /needs --incoming-mail-domain/, 2],
    [
      ['serve', '--incoming-mail-port', 'x', '--incoming-mail-domain', 'in.example'],
      /--incoming-mail-port/,
      2,
    ],
    [['serve', '--incoming-mail-domain', 'not a domain'], /--incoming-mail-domain/, 2],
    [
      [
        'serve',
        '--port',
        '0',
        '--data',
        join(root, 'z'),
        '--incoming-mail-port',
        port,
        '--incoming-mail-domain',
        'in.example',
      ],
      /Port \d+ is taken\. Choose another with --incoming-mail-port/,
      1,
    ],
    [['dance'], /Unknown command "dance"/, 2],
  ];
  // A process of its own is only needed where part of the server has already started.
  const outcomeOf = async (args: string[]) => {
    if (!args.includes('in.example') || !args.includes(port)) return command(...args);
    const { ended, output } = run(...args);
    return { status: await ended, ...output() };
  };
  await Promise.all(
    cases.map(async ([args, message, status]) => {
      const ended = await outcomeOf(args);
      assert.deepEqual([ended.status, ended.out], [status, ''], args.join(' '));
      assert.match(ended.err, message);
      assert.equal(ended.err.trim().split('\n').length, 1, ended.err);
    }),
  );
  assert.equal((await stat(join(emptied, 'parley.db'))).size, 0);
  await assert.rejects(
    readdir(join(root, 'not-filled')),
    'nothing was made for a server that could not start',
  );
});

test('the demo can be enabled in the environment, with on or off only', () => {
  const demoOf = (text: string) => parseServeOptions([], { PARLEY_DEMO: text })?.isDemo;
  assert.deepEqual(['on', 'TRUE', '1', 'off', 'false', '0', ''].map(demoOf), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  assert.throws(() => demoOf('maybe'), /PARLEY_DEMO must be on or off/);
});

test('channels of a demo have mail addresses, those of a real organization only if mail is received', () => {
  assert.equal(parseServeOptions(['--demo'], {})?.incomingMail?.domain, 'localhost');
  assert.equal(parseServeOptions([], {})?.incomingMail, undefined);
});

test('a second server on the same data directory is refused, and takes over once the first was killed', async () => {
  const data = join(root, 'single');
  await copyEmbeddedDemoTo(data);
  const serve = ['serve', '--demo', '--port', '0', '--data', data];
  const first = run(...serve);
  await first.ready;
  const second = await command(...serve);
  assert.equal(second.status, 1);
  assert.match(second.err, /Another server is running on the data directory/);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await startTestServer({ databaseUrl: undefined, dataDirectory: data });
  assert.equal((await fetch(`${third.url}/health`)).status, 200);
});

test('a signal to npm start stops the server itself', {
  skip: process.platform === 'win32' && 'there are no such signals',
}, async () => {
  const data = join(root, 'through-npm');
  await copyEmbeddedDemoTo(data);
  const args = ['start', '--', '--demo', '--port', '0', '--data', data];
  const child = spawn('npm', args, { cwd: fileURLToPath(new URL('../..', import.meta.url)) });
  after(() => child.kill('SIGKILL'));
  const url = await new Promise<string>((resolve) => {
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
      const address = /^parley listening on (\S+)$/m.exec(out)?.[1];
      if (address) resolve(address);
    });
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  await ended;
  await assert.rejects(fetch(`${url}/health`));
});

test('a first start of the demo that is killed midway does not prevent the next start', async () => {
  const data = join(root, 'killed');
  const args = ['serve', '--demo', '--port', '0', '--data', data];
  const child = spawn(process.execPath, [main, ...args], { cwd: root, stdio: 'ignore', detached: true });
  const filling = async () =>
    (await readdir(data).catch(() => [])).filter((name) => name.startsWith('filling-'));
  while ((await filling()).length === 0) await setTimeout(5);
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  const [, ...flags] = args;
  const options = parseServeOptions(flags, {});
  assert.ok(options);
  await fillDemoInChildProcess(options, flags);
  assert.deepEqual((await readdir(data)).sort(), ['parley.db', 'secret']);
  const { anonymous } = await startTestServer({ databaseUrl: undefined, dataDirectory: data });
  const { direct_admins: administrators, direct_users: others } = await anonymous.ok(
    'GET',
    '/dev_list_users',
  );
  assert.equal(administrators.length + others.length, 7);
});

test('--help lists every flag with its default', async () => {
  const { status, out } = await command('serve', '--help');
  assert.equal(status, 0);
  for (const word of [
    '--port',
    'PARLEY_PORT',
    '9991',
    '--data',
    './data',
    '--database-url',
    '--demo',
    '--url',
  ]) {
    assert.ok(out.includes(word), word);
  }
});
