// A killed import resumes with the pieces that were complete: it neither unpacks nor prepares again, and gives the same
// result as one that was not killed.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ownPrefix } from '../../src/files/abandoned-folders.ts';
import { ArchiveFolder } from '../../src/imports/archive/archive-folder.ts';
import { WorkFolder } from '../../src/imports/archive/work-folder.ts';
import { Notes } from '../../src/imports/records/notes.ts';
import { slack } from '../../src/imports/slack/reader.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { importTarget } from './importing.ts';
import { importInProcess } from './killed-process.ts';
import { slackFiles, slackMessage, writeExport } from './slack-archive.ts';

const dataDirectory = temporaryFolder();
const databaseUrl = await freshDatabase();
const server = await startTestServer({ isDemo: false, dataDirectory, databaseUrl });
const target = await importTarget(server);
after(() => target.close());
const storageFlags = ['--data', dataDirectory, ...(databaseUrl ? ['--database-url', databaseUrl] : [])];
const { workFolder } = target;
const MESSAGES = 20_000;
/** Whether a restart of the machine can be detected; otherwise everything is repeated. */
const canResume = existsSync('/proc/sys/kernel/random/boot_id');

const archive = await writeExport({
  ...slackFiles('http://127.0.0.1:9'),
  'general/2023-11-16.json': Array.from({ length: MESSAGES }, (_, at) =>
    slackMessage(100_000 + at, 'UANN', `message ${at}`),
  ),
});

/** Runs the import in its own process, which is killed when it reports a stage. */
const imports = (killAt: string | undefined, ...flags: string[]) =>
  importInProcess(killAt, ...flags, ...storageFlags);

const whole = await imports(undefined, archive, '--dry-run', '--json');
const { came } = JSON.parse(whole.out);
assert.equal(came.messages, MESSAGES + 17);

/** The rows of the organization in the database. */
async function rowCounts(): Promise<unknown[]> {
  const reader = target.database.reader(0);
  const count = async (table: string) =>
    (await reader.execute(`select count(*) as rows from ${table}`, []))[0];
  return [await count('message'), await count('account'), await count('attachment')];
}

const rows: unknown[] = [];
for (const [killAt, restartedStages, skippedStages] of [
  ['unpacking', [], []],
  ['preparing', ['preparing'], ['unpacking']],
  ['reading', ['reading'], ['unpacking', 'preparing']],
  ['subscriptions', ['reading'], ['unpacking', 'preparing']],
  ['messages', ['messages'], ['unpacking', 'preparing']],
] as const)
  test(`an import killed while "${killAt}" resumes with the complete pieces`, async () => {
    const killedRun = await imports(killAt, archive);
    assert.equal(killedRun.signal, 'SIGKILL', killedRun.err);
    const resumedRun = await imports(undefined, archive, '--json');
    assert.equal(resumedRun.status, 0, resumedRun.err);
    for (const stage of restartedStages) assert.match(resumedRun.err, new RegExp(stage));
    if (canResume) for (const stage of skippedStages) assert.doesNotMatch(resumedRun.err, new RegExp(stage));
    assert.deepEqual(JSON.parse(resumedRun.out).came, came);
    rows.push(await rowCounts());
    assert.deepEqual(rows.at(-1), rows[0]);
    assert.deepEqual(await readdir(workFolder), []);
    const undone = await imports(undefined, '--undo');
    assert.equal(undone.status, 0, undone.err);
  });

test('another archive, or other choices, start again and leave nothing behind', async () => {
  const killedRun = await imports('reading', archive, '--dry-run');
  assert.equal(killedRun.signal, 'SIGKILL', killedRun.err);
  assert.equal((await readdir(workFolder)).length, 1);
  const otherName = await imports('reading', archive, '--dry-run', '--name', 'Other');
  assert.equal(otherName.signal, 'SIGKILL', otherName.err);
  assert.match(otherName.err, /preparing/);
  const other = await imports(undefined, await writeExport(slackFiles()), '--dry-run');
  assert.equal(other.status, 0, other.err);
  assert.match(other.err, /unpacking/);
  assert.deepEqual(await readdir(workFolder), []);
});

test('the work of a running process is not taken over, and unmarked work is repeated', async () => {
  const parent = temporaryFolder();
  const first = await WorkFolder.claim(parent, 'key');
  await first.createEmpty('piece');
  await first.markComplete('piece', 'facts');
  const second = await WorkFolder.claim(parent, 'key');
  assert.equal(await second.facts('piece'), undefined);
  await second.remove();
  const [name = ''] = await readdir(parent);
  const ended = name.replace(`-${process.pid}-`, `-${2 ** 30}-`);
  assert.ok(name.startsWith(ownPrefix('unpacked-')));
  await rename(join(parent, name), join(parent, ended));
  const third = await WorkFolder.claim(parent, 'key');
  assert.equal(await third.facts('piece'), canResume ? 'facts' : undefined);
  await third.createEmpty('piece');
  assert.equal(await third.facts('piece'), undefined);
  await third.remove();
  assert.deepEqual(await readdir(parent), []);
});

test('prepared data is read back unchanged, with its files from the archive', async () => {
  const files = { ...slackFiles(), '__uploads/F1/plan.txt': 'the plan' };
  const path = await writeExport(files);
  const parent = temporaryFolder();
  const context = { choices: {}, progress: () => undefined };
  const read = async (folder: ArchiveFolder) => {
    const reader = await slack.open(folder, context);
    const uploads = [];
    for await (const { file, ...upload } of reader.uploads(new Notes()))
      uploads.push({ ...upload, file: 'address' in file ? file : file.name });
    return { uploads, directory: await reader.directory(new Notes()) };
  };
  const folder = await ArchiveFolder.open(path, parent);
  const before = await read(folder);
  const after = await read(folder);
  assert.deepEqual(after.uploads, before.uploads);
  assert.ok(before.uploads.some(({ file }) => file === '__uploads/F1/plan.txt'));
  assert.deepEqual(JSON.stringify(after.directory), JSON.stringify(before.directory));
  await folder.close();
});
