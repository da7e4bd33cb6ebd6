// Broken and malicious whole exports of Parley: each is refused with its place and reason, and nothing is written.
// Interrupted imports are resumed or undone. Inconsistent rows are in `hostile-own-rows.test.ts`.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { importOrganization } from '../../src/imports/import-organization.ts';
import { undoImport } from '../../src/imports/undo-import.ts';
import { freshPath, runJson } from '../cli/backups.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import {
  changed,
  changeRows,
  type Entries,
  type Faults,
  jsonIn,
  ownArchive,
  recomputeSums,
  writeArchive,
} from './own-archive.ts';

const { mel, flags, file, original } = await ownArchive();
const server = await startTestServer({ isDemo: false });
const target = await importTarget(server);
after(() => target.close());

/** Tries an archive, and checks that nothing of it is left. */
async function expectRefused(path: string, reason: RegExp): Promise<void> {
  await assert.rejects(runImport(path, target), reason);
  const reader = target.database.reader(0);
  for (const table of ['account', 'organization_import', 'message', 'conversation'])
    assert.deepEqual(await reader.execute(`select * from ${table}`, []), [], table);
  assert.deepEqual(await server.storedFiles('uploads'), []);
}

test('a damaged or incomplete archive is refused', async () => {
  const bytes = await readFile(file);
  const cut = join(temporaryFolder(), 'cut.tar.gz');
  await writeFile(cut, bytes.subarray(0, bytes.length / 2));
  await expectRefused(cut, /damaged or incomplete/);
  await assert.rejects(runImport(cut, target, true), /damaged or incomplete/);
  const rows = 'parley/rows/message/000001.jsonl';
  await expectRefused(
    await writeArchive(original, (all) => all.delete(rows)),
    /message\/000001.jsonl: it is missing/,
  );
  await expectRefused(
    await writeArchive(original, (all) => all.delete('parley/manifest.json')),
    /parley\/manifest.json: it is missing/,
  );
  await expectRefused(
    await writeArchive(original, (all) =>
      all.set(rows, Buffer.from(String(all.get(rows)).replace('Copper', 'Silver'))),
    ),
    /message\/000001.jsonl": the content does not match its checksum/,
  );
  const uploadName = [...original.keys()].find((name) => name.endsWith('/original')) ?? '';
  await expectRefused(
    await writeArchive(original, (all) => all.delete(uploadName)),
    /original: it is missing/,
  );
  await expectRefused(
    await writeArchive(original, (all) => all.set(uploadName, Buffer.from('Silver'))),
    /original": the content does not match its checksum/,
  );
  await expectRefused(
    await writeArchive(original, (all) => all.set('parley/files/uploads/x', Buffer.from(''))),
    /uploads\/x": Parley exports do not contain this file/,
  );
});

test('an archive whose checksums are incomplete or repeated is refused', async () => {
  const list = 'parley/sums/000001.json';
  const lists = (change: (sums: unknown[]) => unknown) => (all: Entries) => {
    const sums = jsonIn(all, list);
    change(sums);
    all.set(list, Buffer.from(JSON.stringify(sums)));
  };
  const withLists = (change: (sums: unknown[]) => unknown) => writeArchive(original, lists(change));
  await expectRefused(
    await writeArchive(original, (all) => all.delete(list)),
    /entries do not match the export/,
  );
  await expectRefused(await withLists((sums) => sums.pop()), /entries do not match the export/);
  await expectRefused(await withLists((sums) => sums.push(sums.at(-1))), /entries do not match the export/);
  await expectRefused(
    await withLists((sums) => sums.push(['users.json', 1, ''.padEnd(64, 'a')])),
    /unknown entry name/,
  );
  const unlisted = await writeArchive(original, (all) => {
    const name = [...all.keys()].find((one) => one.endsWith('/original')) ?? '';
    const content = all.get(name) ?? Buffer.from('');
    all.delete(name);
    const manifest = jsonIn(all, 'parley/manifest.json');
    manifest.files = { count: manifest.files.count - 1, bytes: manifest.files.bytes - content.length };
    all.set('parley/manifest.json', Buffer.from(JSON.stringify(manifest)));
    recomputeSums(all);
    all.set(name, content);
  });
  await expectRefused(unlisted, /original": Parley exports do not contain this file/);
});

test('a partial export and one of a newer version are refused', async () => {
  const part = freshPath();
  await runJson('organization', 'export', part, ...flags);
  await expectRefused(part, /contains only part of an organization/);
  const header = 'parley/organization.json';
  const newer = (all: Entries) =>
    all.set(header, Buffer.from(JSON.stringify({ ...jsonIn(all, header), schema: 9999 })));
  await expectRefused(await writeArchive(original, newer), /made by a newer version of Parley/);
});

/** One fault for each check on the whole way of an import. */
const faults: Faults = [
  [
    'a text with a script',
    'message',
    changed({ rendered_content: '<img src="x" onerror="y">' }),
    /row with id \d+: "rendered_content" contains HTML/,
  ],
  ['a row that appears twice', 'account', (rows) => rows.push({ ...rows[0] }), /account.*line \d+: .*UNIQUE/],
  ['a row without required columns', 'message', changed({ content: null }), /line 1: .*NOT NULL/],
  [
    'a character that only one engine accepts',
    'message',
    changed({ content: 'Copper\0' }),
    /line 1: "content" contains the character U\+0000/,
  ],
  ['a value of another type', 'message', changed({ sent_at: 'x' }), /line 1: not a valid row of message/],
];

for (const [what, table, change, reason] of faults)
  test(`an archive is refused with ${what}`, async () => {
    await expectRefused(await writeArchive(original, (all) => changeRows(all, table, change)), reason);
  });

test('bound importedNameCharacters: a name too long for an index is refused', async () => {
  const archiveWithName = (characters: number) =>
    writeArchive(original, (all) =>
      changeRows(all, 'account', (rows) =>
        Object.assign(rows[5] ?? {}, { full_name: 'x'.repeat(characters) }),
      ),
    );
  await expectRefused(
    await archiveWithName(limits.importedNameCharacters + 1),
    /line 6: "full_name" is too long/,
  );
  await runImport(await archiveWithName(limits.importedNameCharacters), target, true);
});

test('rows of missing messages are skipped and reported', async () => {
  const path = await writeArchive(original, (all) =>
    changeRows(all, 'personal_message', changed({ message_id: 999_999 })),
  );
  const { missing } = await runImport(path, target, true);
  const note = missing.find((one) => one.what === 'rows of personal_message');
  assert.deepEqual(note, {
    what: 'rows of personal_message',
    why: 'their message is not in the archive',
    count: 1,
  });
});

test('an interrupted import is resumed, and an unwanted one undone', async () => {
  for (const stopAt of ['rows', 'files']) {
    let stages = 0;
    const progress = (stage: string) => {
      if (stage === stopAt && ++stages === (stage === 'rows' ? 20 : 1))
        throw new Error(`stopped at ${stage}`);
    };
    await assert.rejects(importOrganization(file, target, { progress }), /stopped at/);
    await server.anonymous.refused('GET', '/server_settings', {}, 'NONEXISTENT_SUBDOMAIN');
  }
  assert.equal((await runImport(file, target)).organizationId, 1);
  const importedMel = await clientOf(server, target, 1, mel.email);
  const all = { anchor: 'newest', num_before: 5000, num_after: 0 } as const;
  const [ownMessages, importedMessages] = [
    await mel.ok('GET', '/messages', all),
    await importedMel.ok('GET', '/messages', all),
  ];
  assert.deepEqual(importedMessages.messages, ownMessages.messages);
  await undoImport(target, { host: undefined, isForced: false, progress: () => undefined });
  const reader = target.database.reader(0);
  for (const table of ['account', 'organization', 'message', 'organization_import', 'attachment'])
    assert.deepEqual(await reader.execute(`select * from ${table}`, []), [], table);
  assert.deepEqual(await server.storedFiles('uploads'), []);
});
