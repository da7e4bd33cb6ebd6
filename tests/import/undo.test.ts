// An interrupted import is resumed, and an unwanted one is undone to the last row.

import assert from 'node:assert/strict';
import { after, mock, test } from 'node:test';
import { importOrganization } from '../../src/imports/import-organization.ts';
import { undoImport } from '../../src/imports/undo-import.ts';
import type { ImportTarget } from '../../src/imports/write/target.ts';
import { exportFolder, newExportSecret } from '../../src/model/exports/export-files.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { png } from '../uploads/support.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { BEN, UPLOAD, writeArchive, zulipFiles } from './zulip-archive.ts';

const withFile = { ...zulipFiles(), [`uploads/${UPLOAD}`]: 'the plan' };
const archive = await writeArchive(withFile);
const archiveWithPictures = await writeArchive({
  ...withFile,
  'emoji/9/emoji/images/61.png': await png(30, 30),
  'avatars/9/ben.png': await png(120, 120),
});

/** The number of an organization's rows by table, without the table of jobs, which the running server writes. */
async function rowsOf({ database }: ImportTarget, organizationId: number): Promise<Record<string, number>> {
  const reader = database.reader(0);
  const sql =
    reader.engine === 'sqlite'
      ? "select m.name as name from sqlite_schema m join pragma_table_info(m.name) c on c.name = 'organization_id' where m.type = 'table'"
      : "select table_name as name from information_schema.columns where column_name = 'organization_id' and table_schema = 'public'";
  const counts: Record<string, number> = {};
  for (const { name } of await reader.execute(sql, [])) {
    if (name === 'job_mark') continue;
    const [row] = await reader.execute(
      `select count(*) as count from ${name} where organization_id = ${organizationId}`,
      [],
    );
    if (Number(row?.count) > 0) counts[String(name)] = Number(row?.count);
  }
  const [words] = await reader.execute('select count(*) as count from message_words', []);
  return { ...counts, words: Number(words?.count) };
}

test('an undone import leaves nothing, and existing data stays', async () => {
  const server = await startTestServer();
  const target = await importTarget(server, 'harbour.example');
  after(() => target.close());
  const before = await rowsOf(target, 1);
  const nothing = await rowsOf(target, 9);
  const filesBefore = await Promise.all(
    ['uploads', 'avatars', 'emoji'].map((folder) => server.storedFiles(folder)),
  );
  const { organizationId } = await runImport(archiveWithPictures, target);
  assert.equal(organizationId, 9);
  assert.ok(((await rowsOf(target, 9)).message ?? 0) > 0);
  const undo = (isForced: boolean) =>
    undoImport(target, { host: 'harbour.example', isForced, progress: () => undefined });
  assert.equal((await undo(false)).organizationId, 9);
  assert.deepEqual(await rowsOf(target, 9), nothing);
  assert.deepEqual(await rowsOf(target, 1), before);
  const filesAfter = await Promise.all(
    ['uploads', 'avatars', 'emoji'].map((folder) => server.storedFiles(folder)),
  );
  assert.deepEqual(filesAfter, filesBefore);
  await assert.rejects(undo(false), /no import to undo/);
});

test('ids that are taken are replaced, with all references', async () => {
  const server = await startTestServer();
  const target = await importTarget(server, 'localhost');
  after(() => target.close());
  const files = zulipFiles();
  const [first] = files['messages-000001.json'].zerver_message ?? [];
  assert.ok(first);
  first.content = 'hello @**Ben|32**, see #**general**';
  const report = await runImport(await writeArchive(files), target);
  assert.deepEqual(report.renumbered, ['account']);
  const { userId, email, apiKey } = await clientOf(server, target, 9, 'ben@harbour.example');
  assert.notEqual(userId, 32);
  const ben = new ApiClient(server.url.replace('127.0.0.1', 'localhost'), email, apiKey, userId);
  const { message } = await ben.ok('GET', '/messages/1000', { apply_markdown: true });
  assert.match(message.content, new RegExp(`data-user-id="${userId}">@Ben<`));
  const { user_groups: groups } = await ben.ok('GET', '/user_groups');
  assert.deepEqual(groups.find((one: { name: string }) => one.name === 'sailors').members, [userId]);
});

test('an interrupted import resumes where it stopped', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  after(() => target.close());
  for (const stopAt of ['files', 'messages', 'organization']) {
    // Interrupts the messages when some are written; they must not be written twice.
    const progress = (stage: string, done: number) => {
      if (stage === stopAt && (stage !== 'messages' || done > 0)) throw new Error(`stopped at ${stage}`);
    };
    await assert.rejects(importOrganization(archive, target, { progress }), /stopped at/);
    await server.anonymous.refused('GET', '/server_settings', {}, 'NONEXISTENT_SUBDOMAIN');
  }
  assert.equal((await runImport(archive, target)).organizationId, 9);
  const ann = await clientOf(server, target, 9, 'ann@harbour.example');
  const { messages } = await ann.ok('GET', '/messages', { anchor: 'newest', num_before: 100, num_after: 0 });
  assert.equal(messages.length, 10);
});

test('a failed unit of messages leaves nothing, and unknown leftovers are undone too', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  after(() => target.close());
  const progress = (stage: string) => {
    if (stage === 'messages') throw new Error('stopped');
  };
  await assert.rejects(importOrganization(archive, target, { progress }), /stopped/);
  // Conflicts with a row that the import writes among many others.
  await target.database.write(9, ({ execute }) =>
    execute(
      `insert into personal_message (organization_id, account_id, message_id, flags) values (9, ${BEN}, 1000, 0)`,
      [],
    ),
  );
  const before = await rowsOf(target, 9);
  await assert.rejects(runImport(archive, target), /personal_message/);
  assert.deepEqual(await rowsOf(target, 9), before);
  await undoImport(target, { host: undefined, isForced: false, progress: () => undefined });
  assert.deepEqual(await rowsOf(target, 9), { words: 0 });
});

test('an import starts only if no other is unfinished, and does not resume while it is undone', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  const other = await importTarget(server, 'harbour.example');
  after(() => Promise.all([target.close(), other.close()]));
  const stopAt = async (stopped: string, work: () => Promise<unknown> | undefined) => {
    const progress = (stage: string) => {
      if (stage === stopped) throw new Error('stopped');
    };
    await assert.rejects(importOrganization(archive, target, { progress }), /stopped/);
    await work();
  };
  await stopAt('files', () =>
    assert.rejects(
      runImport(archive, other),
      /without a host is unfinished\. Run it again to continue, or undo it/,
    ),
  );
  // The import is undone while it waits for one of its units of work: its later writes are discarded.
  let undoing: Promise<unknown> | undefined;
  const progress = (stage: string, done: number) => {
    if (stage === 'files' && done > 0)
      undoing ??= undoImport(target, { host: undefined, isForced: false, progress: () => undefined });
  };
  await assert.rejects(
    importOrganization(archive, target, { progress }),
    /Another process is running this import, or it was undone/,
  );
  await undoing;
  assert.deepEqual(await rowsOf(target, 9), { words: 0 });
  await stopAt('files', async () => {
    const remove = () => Promise.reject(new Error('interrupted'));
    const brokenTarget = { ...target, fileStore: { ...target.fileStore, remove } };
    const options = { host: undefined, isForced: false, progress: () => undefined };
    await assert.rejects(undoImport(brokenTarget, options), /interrupted/);
    await assert.rejects(runImport(archive, target), /is being undone\. Finish that first with --undo/);
    await undoImport(target, options);
  });
});

test('an import that was used since is undone only after confirmation', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  after(() => target.close());
  await runImport(archive, target);
  const ann = await clientOf(server, target, 9, 'ann@harbour.example');
  await ann.sendToChannel('general', 'plans', 'new');
  const content = Buffer.from('exported');
  await target.fileStore.write(exportFolder(9, newExportSecret()), [{ name: 'export.tar.gz', content }]);
  assert.equal((await server.storedFiles('exports')).length, 1);
  const undo = (isForced: boolean) =>
    undoImport(target, { host: undefined, isForced, progress: () => undefined });
  await assert.rejects(undo(false), /1 messages were written since/);
  await undo(true);
  assert.deepEqual(await rowsOf(target, 9), { words: 0 });
  assert.deepEqual(await server.storedFiles('exports'), []);
});

test('a running server forgets an undone import, and serves the next one under the same id', async () => {
  const server = await startTestServer({ isDemo: false });
  const target = await importTarget(server);
  after(() => target.close());
  const nameOf = async () => {
    const ben = await clientOf(server, target, 9, 'ben@harbour.example');
    const { status, body } = await ben.request('GET', '/users/me');
    return status === 200 ? body.full_name : status;
  };
  await runImport(archive, target);
  assert.equal(await nameOf(), 'Ben');
  await undoImport(target, { host: undefined, isForced: false, progress: () => undefined });
  const files = zulipFiles();
  const [, ben] = files['realm.json'].zerver_userprofile ?? [];
  Object.assign(ben ?? {}, { full_name: 'Benedict' });
  assert.equal((await runImport(await writeArchive(files), target)).organizationId, 9);
  // The list of organizations is reread after some seconds.
  const now = performance.now.bind(performance);
  mock.method(performance, 'now', () => now() + 10_000);
  assert.equal(await nameOf(), 'Benedict');
});
