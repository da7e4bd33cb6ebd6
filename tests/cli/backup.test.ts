// Backups of everything on a running server, restored on either engine.

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { run, runningDemo } from '../support/command-line.ts';
import { freshDatabase } from '../support/server.ts';
import { waitUntil } from '../support/waiting.ts';
import { load, png, sendFiles, upload } from '../uploads/support.ts';
import {
  clientAt,
  emptyStorage,
  engines,
  freshPath,
  runJson,
  seenBy,
  serverAt,
  storageAt,
} from './backups.ts';

const { server } = await runningDemo();
const source = storageAt(server.dataDirectory, server.databaseUrl);
const [olive, mel, mia] = await Promise.all([server.as('olive'), server.as('mel'), server.as('mia')]);

/** Creates one thing of each kind that a backup contains. */
async function createContent() {
  const report = await upload(mel, 'report.txt', 'Copper is up.');
  const picture = await sendFiles(mel, '/users/me/avatar', [{ name: 'mel.png', bytes: await png(64, 64) }]);
  assert.equal(picture.status, 200);
  const emoji = await sendFiles(olive, '/realm/emoji/heron', [{ name: 'h.png', bytes: await png(32, 32) }]);
  assert.equal(emoji.status, 200, JSON.stringify(emoji.body));
  await mel.sendToChannel('general', 'metals', `Zirconium, says [the report](${report.url})`);
  const deletedId = await mel.sendToChannel('general', 'metals', 'Said in error');
  await olive.ok('DELETE', `/messages/${deletedId}`);
  const { user } = await mel.ok('GET', `/users/${mel.userId}`);
  return { report, gone: deletedId, avatar: String(user.avatar_url) };
}

const { report, gone, avatar } = await createContent();

async function restoredAt(file: string, engine: 'chosen' | 'embedded') {
  const target = await emptyStorage(engine);
  const summary = await runJson('restore', file, ...target.flags);
  return { storage: target, summary };
}

test('a restored server has the same data, on either engine, and continues from there', async () => {
  const file = freshPath();
  const summary = await runJson('backup', file, ...source.flags);
  assert.equal((await stat(file)).mode & 0o777, 0o600);
  assert.ok(summary.files >= 4 && summary.rows > 100, JSON.stringify(summary));
  const before = await Promise.all([mel, mia, olive].map((client) => seenBy(client, 'zirconium')));
  assert.equal(before[0]?.found.length, 1);
  const later = await mel.sendToChannel('general', 'metals', 'Said after the backup');
  for (const engine of engines) {
    const { storage, summary: restored } = await restoredAt(file, engine);
    assert.deepEqual([restored.rows, restored.files], [summary.rows, summary.files]);
    assert.equal((await stat(join(storage.dataDirectory, 'secret'))).mode & 0o777, 0o600);
    await runJson('check', ...storage.flags);
    const other = await serverAt(storage);
    const people = [mel, mia, olive].map((client) => clientAt(other, client));
    assert.deepEqual(await Promise.all(people.map((client) => seenBy(client, 'zirconium'))), before);
    const [melThere = mel, , oliveThere = olive] = people;
    assert.equal(await (await load(melThere, report.url)).text(), 'Copper is up.');
    const [here, there] = await Promise.all([load(mel, avatar), load(melThere, avatar)]);
    assert.deepEqual([there.status, await there.bytes()], [200, await here.bytes()]);
    // The highest id belonged to a deleted message.
    const next = await melThere.sendToChannel('general', 'metals', 'And on it goes');
    assert.ok(next > gone && next <= later, `${next}`);
    await oliveThere.ok('POST', '/users', {
      ...{ email: 'new@example.com', password: 'long enough for this', full_name: 'New' },
    });
    await other.close();
  }
});

test('a backup is consistent while people write', async () => {
  const file = freshPath();
  let isDone = false;
  let sentCount = 0;
  const writeLoop = (async () => {
    while (!isDone) {
      await mia.sendToChannel('general', `flow ${(sentCount + 1) % 7}`, `Flow ${sentCount + 1}`);
      sentCount++;
    }
  })();
  await waitUntil(async () => sentCount > 3);
  await runJson('backup', file, ...source.flags);
  isDone = true;
  await writeLoop;
  assert.ok(sentCount > 4);
  const { storage } = await restoredAt(file, 'chosen');
  const other = await serverAt(storage);
  const { messages } = await clientAt(other, mia).ok('GET', '/messages', {
    ...{ anchor: 'newest', num_before: 5000, num_after: 0 },
    narrow: [{ operator: 'sender', operand: mia.email }],
  });
  const found = messages.flatMap(({ content }: { content: string }) => /Flow (\d+)/.exec(content)?.[1] ?? []);
  assert.ok(found.length > 3, 'no message was sent before the backup');
  // All messages up to some point, and none after it.
  assert.deepEqual(
    found.map(Number),
    found.map((_: string, at: number) => at + 1),
  );
  await other.close();
});

test('nothing is overwritten unless requested', async () => {
  const file = freshPath();
  await runJson('backup', file, ...source.flags);
  const second = await run('backup', file, ...source.flags);
  assert.deepEqual([second.status, second.err], [1, `${file} already exists. Choose another file name.\n`]);
  const target = await emptyStorage();
  await writeFile(join(target.dataDirectory, 'secret'), 'of something else');
  const refusal = await run('restore', file, ...target.flags);
  assert.equal(refusal.status, 1);
  assert.match(
    refusal.err,
    /secret already exists\. Choose another directory, or use --replace to move existing files aside\.\n$/,
  );
  assert.deepEqual(
    (await readdir(target.dataDirectory)).filter((name) => name !== 'claim'),
    ['secret'],
  );
  const replacementResult = await runJson('restore', file, '--replace', ...target.flags);
  assert.deepEqual(await readdir(replacementResult.moved_aside_to), ['secret']);
  const secondRestore = await run('restore', file, ...target.flags);
  assert.equal(secondRestore.status, 1);
  await runJson('restore', file, '--replace', ...target.flags);
  const other = await serverAt(target);
  await clientAt(other, mel).ok('GET', '/users/me');
  const resultWhileRunning = await run('restore', file, '--replace', ...target.flags);
  assert.equal(resultWhileRunning.status, 1);
  assert.match(resultWhileRunning.err, /^(Another server is running|The database has \d+ other connection)/);
  await clientAt(other, mel).sendToChannel('general', 'metals', 'Still here');
  await other.close();
});

test('the secret of a data directory in use is preserved, even if the database is another', async () => {
  const file = freshPath();
  await runJson('backup', file, ...source.flags);
  const target = await emptyStorage('embedded');
  const other = await serverAt(target);
  const secret = await readFile(join(target.dataDirectory, 'secret'));
  const elsewhere = (await freshDatabase()) ?? 'postgres://nobody@127.0.0.1:1/none';
  const flags = ['--replace', ...target.flags, '--database-url', elsewhere];
  const { status, err } = await run('restore', file, ...flags);
  assert.equal(status, 1);
  assert.match(err, /^Another server is running on the data directory/);
  assert.deepEqual(await readFile(join(target.dataDirectory, 'secret')), secret);
  await other.close();
});

test('an invalid command line is refused', async () => {
  const cases: readonly [string[], number, RegExp][] = [
    [['backup'], 2, /^Usage: backup FILE\. See backup --help\.\n$/],
    [['backup', join(source.dataDirectory, 'no', 'folder')], 1, /^ENOENT: .*no.*\.\n$/],
    [['restore'], 2, /^Usage: restore FILE\. See restore --help\.\n$/],
    [['restore', join(source.dataDirectory, 'none')], 1, /ENOENT/],
    [['restore', source.dataDirectory], 1, /EISDIR/],
    [['backup', 'x', '--nonsense'], 2, /--nonsense/],
  ];
  for (const [args, expected, message] of cases) {
    const { status, out, err } = await run(...args, ...source.flags);
    assert.deepEqual([status, out], [expected, ''], args.join(' '));
    assert.match(err, message);
  }
  const empty = join(source.dataDirectory, 'nothing-here');
  await mkdir(empty);
  const none = await run('backup', freshPath(), '--data', empty);
  assert.deepEqual([none.status, /^No database found in /.test(none.err)], [1, true]);
});
