// The import command while a server runs: the dry run, the import, errors in one sentence, and mails to everyone who
// must set a password.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownPrefix } from '../../src/files/abandoned-folders.ts';
import { run as command } from '../support/command-line.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { clientOf, importTarget } from './importing.ts';
import { mattermostLines, writeBulkExport } from './mattermost-archive.ts';
import { writeArchive, zulipFiles } from './zulip-archive.ts';

const main = fileURLToPath(new URL('../../src/main.mjs', import.meta.url));
const dataDirectory = temporaryFolder();
const databaseUrl = await freshDatabase();
const server = await startTestServer({ isDemo: false, dataDirectory, databaseUrl });
const storageFlags = ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
const archive = await writeArchive(zulipFiles());

const run = (...args: string[]) => command('organization', 'import', ...args);

/** Loaded before the command: it receives a signal while it reports that it reads, so never too late. */
const signalWhenReading = `
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = (text, ...rest) => {
    if (text.includes('reading')) process.kill(process.pid, 'SIGTERM');
    return write(text, ...rest);
  };
`;

/** Runs it in its own process, which is terminated as soon as it reports that it reads. */
function stoppedReading(...args: string[]): Promise<{ status: number | null; err: string }> {
  const environment = { ...process.env, PARLEY_DATABASE_URL: '', PARLEY_DATA: '' };
  const first = `data:text/javascript,${encodeURIComponent(signalWhenReading)}`;
  const command = ['--import', first, main, 'organization', 'import', ...args];
  const child = spawn(process.execPath, command, { env: environment });
  let err = '';
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, err })));
}

test('an import is tried, done, announced by mail and undone from the shell', async () => {
  const dryRun = await run(archive, '--dry-run', ...storageFlags);
  assert.equal(dryRun.status, 0, dryRun.err);
  assert.match(
    dryRun.out,
    /Harbour, an export of a Zulip server: nothing was written\. An import would add:\n.* 4 people/s,
  );
  assert.match(dryRun.out, /Not imported:\n.*drafts: /s);
  await server.anonymous.refused('GET', '/server_settings', {}, 'NONEXISTENT_SUBDOMAIN');
  const importResult = await run(archive, '--json', ...storageFlags);
  assert.equal(importResult.status, 0, importResult.err);
  assert.match(importResult.err, /reading\nsubscriptions\n/);
  assert.equal(JSON.parse(importResult.out).came.messages, 11);
  const target = await importTarget(server);
  after(() => target.close());
  const ann = await clientOf(server, target, 9, 'ann@harbour.example');
  await ann.ok('GET', '/messages/1000');
  const mailingResult = await run('--mail-links', '--url', 'https://chat.harbour.example', ...storageFlags);
  assert.deepEqual(
    [mailingResult.status, mailingResult.out],
    [0, 'Emails queued for the server to send: 3.\n'],
  );
  const repeatResult = await run(
    '--mail-links',
    '--url',
    'https://chat.harbour.example',
    '--json',
    ...storageFlags,
  );
  assert.deepEqual([repeatResult.status, JSON.parse(repeatResult.out)], [0, { mails: 3 }]);
  const undoResult = await run('--undo', ...storageFlags);
  assert.match(undoResult.out, /was undone\. Organization 9 was deleted/);
});

test('one of an archive’s teams is chosen by a flag, and may be renamed', async () => {
  const several = await writeBulkExport(mattermostLines());
  const unnamed = await run(several, '--dry-run', ...storageFlags);
  assert.deepEqual(
    [unnamed.status, /choose one with --team\. Its teams: "ship", "pier"\.\n$/.test(unnamed.err)],
    [1, true],
  );
  const renamedTeam = await run(
    several,
    '--dry-run',
    '--team',
    'ship',
    '--name',
    'The Gull',
    ...storageFlags,
  );
  assert.equal(renamedTeam.status, 0, renamedTeam.err);
  assert.match(
    renamedTeam.out,
    /^The Gull, a Mattermost export: nothing was written\. An import would add:\n.* 9 messages/s,
  );
});

test('an archive that cannot be imported is refused in one sentence', async () => {
  const missing = await run(join(dataDirectory, 'nothing.tar.gz'), ...storageFlags);
  assert.equal(missing.status, 1);
  assert.match(missing.err, /nothing\.tar\.gz: the file does not exist\.\n$/);
  const noFile = await run(...storageFlags);
  assert.deepEqual([noFile.status, /needs a FILE, --undo or --mail-links/.test(noFile.err)], [2, true]);
  const noImport = await run('--undo', ...storageFlags);
  assert.deepEqual([noImport.status, noImport.err], [1, 'There is no import to undo.\n']);
});

test('a flag that does not apply to an archive is refused', async () => {
  for (const [flag, value, message] of [
    ['--name', 'Other', '--name has'],
    ['--team', 'ship', '--team has'],
    ['--owner', 'ann', '--owner has'],
    ['--missing-addresses', 'ship.invalid', '--addresses and --missing-addresses have'],
  ] as const) {
    const { status, err } = await run(archive, '--dry-run', flag, value, ...storageFlags);
    assert.equal(status, 1, err);
    assert.ok(err.endsWith(`${message} no effect on an export of a Zulip server. Omit it.\n`), err);
  }
});

test('only an import creates a missing database', async () => {
  const folder = temporaryFolder();
  const data = ['--data', join(folder, 'mistyped')];
  for (const args of [['--undo'], ['--mail-links', '--url', 'https://chat.example']]) {
    const { status, err } = await run(...args, ...data);
    assert.deepEqual([status, /No database found in .*mistyped/.test(err)], [1, true], err);
  }
  const dryRun = await run(archive, '--dry-run', ...data);
  assert.equal(dryRun.status, 0, dryRun.err);
  assert.deepEqual(await readdir(folder), []);
});

test('unpacked files are removed after a stopped import', async () => {
  const workFolder = join(dataDirectory, 'importing');
  const running = `${ownPrefix('unpacked-')}abcDEF`;
  const ended = running.replace(`-${process.pid}-`, `-${2 ** 30}-`);
  for (const name of [ended, running]) await mkdir(join(workFolder, name), { recursive: true });
  const stopped = await stoppedReading(archive, '--dry-run', ...storageFlags);
  assert.equal(stopped.status, 143, stopped.err);
  assert.deepEqual(await readdir(workFolder), [running]);
  await mkdir(join(workFolder, ended));
  await run('--undo', ...storageFlags);
  assert.deepEqual(await readdir(workFolder), [running]);
});
