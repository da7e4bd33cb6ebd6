// Broken and malicious archives: each is refused with its place and reason, and nothing is written.

import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar, type TarHeader } from 'modern-tar';
import { ArchiveFolder } from '../../src/imports/archive/archive-folder.ts';
import { entryPath } from '../../src/imports/archive/entry-name.ts';
import { TableScanner } from '../../src/imports/archive/table-scanner.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { withLimit } from '../support/with-limit.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { zipOf } from './zip.ts';
import { ANN, BEN, type Files, type Tables, writeArchive, zulipFiles } from './zulip-archive.ts';

const server = await startTestServer({ isDemo: false });
const target = await importTarget(server);
after(() => target.close());

/** Tries an archive, and checks that nothing of it is left. */
async function expectRefused(path: string, reason: RegExp): Promise<void> {
  await assert.rejects(runImport(path, target), reason);
  const reader = target.database.reader(0);
  for (const table of ['account', 'organization_import', 'message'])
    assert.deepEqual(await reader.execute(`select * from ${table}`, []), [], table);
  assert.deepEqual(await readdir(target.workFolder).catch(() => []), []);
}

async function tarOf(entries: { header: TarHeader; body?: string }[]): Promise<string> {
  const path = join(temporaryFolder(), 'export.tar.gz');
  await writeFile(path, gzipSync(await packTar(entries)));
  return path;
}

/** The archive of the other tests with changes. */
async function archiveWithChange(
  change: (realm: Tables, messages: Tables, files: Files) => void,
): Promise<string> {
  const files = zulipFiles();
  change(files['realm.json'], files['messages-000001.json'], files);
  return writeArchive(files);
}

const row = (table: Tables, name: string, at = 0) => table[name]?.[at] ?? assert.fail(name);

describe('an archive is refused', () => {
  test('that is not an archive, or does not exist', async () => {
    const path = join(temporaryFolder(), 'export');
    await expectRefused(path, /the file does not exist/);
    await writeFile(path, 'hello');
    await expectRefused(path, /neither a tar file, nor a ZIP file/);
    await expectRefused(
      await tarOf([{ header: { name: 'a.txt', size: 1 }, body: 'a' }]),
      /its format is not supported/,
    );
  });

  test('with entries that lead out of it, or are not files', async () => {
    for (const name of ['../evil', 'a/../../evil', '/etc/evil', 'a\\..\\evil', 'C:/evil']) {
      const path = await tarOf([{ header: { name, size: 4 }, body: 'evil' }]);
      await expectRefused(path, /entry ".*": its (path|name)/);
    }
    const link = await tarOf([
      { header: { name: 'realm.json', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    ]);
    await expectRefused(link, /it is a symlink, not a file or a folder/);
    const folder = temporaryFolder();
    await mkdir(join(folder, 'in'));
    await symlink('/etc/passwd', join(folder, 'in', 'realm.json'));
    await writeFile(join(folder, 'x'), '');
    await expectRefused(folder, /it is not a file or a folder/);
    const duplicate = { header: { name: 'realm.json', size: 2 }, body: '{}' };
    await expectRefused(await tarOf([duplicate, duplicate]), /twice in the archive/);
  });

  test('that is truncated', async () => {
    const path = await writeArchive(zulipFiles());
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, bytes.length / 2));
    await expectRefused(path, /damaged or incomplete/);
    const files: Files = zulipFiles();
    files['realm.json'] = JSON.stringify(files['realm.json']).slice(0, -20);
    await expectRefused(await writeArchive(files), /realm\.json, byte \d+: it is incomplete/);
  });

  test('with tables that are not JSON, or malformed', async () => {
    const files: Files = zulipFiles();
    files['messages-000001.json'] = '{"zerver_message": [{"id": 1, "sender" 2}]}';
    await expectRefused(
      await writeArchive(files),
      /messages-000001\.json, zerver_message, at or after row 0: it is not valid JSON/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_userprofile').id = 'one';
      }),
      /zerver_userprofile, row 0: "id" is not an ID/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_userprofile').role = 7;
      }),
      /"role" is not a role/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        realm.zerver_realm = [];
      }),
      /it contains no organization/,
    );
    await expectRefused(
      await archiveWithChange((_, messages) => {
        row(messages, 'zerver_usermessage').message = 'x';
      }),
      /zerver_usermessage, row 0/,
    );
  });

  test('that is inconsistent', async () => {
    await expectRefused(
      await archiveWithChange((_, messages) => {
        row(messages, 'zerver_message').sender = 999;
      }),
      /message 1000: its sender 999 is not in the archive/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_userprofile', 1).delivery_email = 'ANN@harbour.example';
      }),
      /people, by email address: .* appears twice/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_userprofile', 1).delivery_email =
          'ben@harbour.example\r\nBcc: all@harbour.example';
      }),
      /people, 32: .* is not an email address/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_stream', 1).name = 'General';
      }),
      /channels, by name: "GENERAL" appears twice/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_userprofile').role = 400;
      }),
      /it has no active owner/,
    );
    await expectRefused(
      await archiveWithChange((_, messages, files) => {
        files['messages-000002.json'] = messages;
      }),
      /messages are not in ID order, or appear twice/,
    );
    await expectRefused(
      await archiveWithChange((realm) => {
        const folder = { id: 1, name: 'harbours', description: '', date_created: 0, creator: ANN };
        realm.zerver_channelfolder = [folder, { ...folder, name: 'seas' }];
      }),
      /channel folders, by ID: "1" appears twice/,
    );
  });
});

describe('an archive is bounded', () => {
  test('bound importExpandableBytes importExpansion: an archive that unpacks to far more is refused', async () => {
    const path = await tarOf([{ header: { name: 'zeros', size: 3_000_000 }, body: '0'.repeat(3_000_000) }]);
    await withLimit('importExpandableBytes', 1000, () =>
      withLimit('importExpansion', 100, () => expectRefused(path, /zeros: its unpacked size is too large/)),
    );
  });

  test('bound importFiles: an archive with more files is refused', async () => {
    const path = await writeArchive(zulipFiles());
    await withLimit('importFiles', 3, () => expectRefused(path, /more than 3 files/));
  });

  test('bound importFiles: folders count like files', async () => {
    const path = await tarOf([{ header: { name: 'a/b/c/d', size: 1 }, body: 'd' }]);
    await withLimit('importFiles', 3, () => expectRefused(path, /more than 3 files and folders/));
    await withLimit('importFiles', 4, () => expectRefused(path, /its format is not supported/));
  });

  test('bound importFiles importFolderDepth: a folder has the same bounds as an archive', async () => {
    const folder = temporaryFolder();
    await mkdir(join(folder, 'a/b/c'), { recursive: true });
    await writeFile(join(folder, 'a/b/c/d'), 'd');
    await writeFile(join(folder, 'a/e'), 'e');
    await withLimit('importFiles', 4, () => expectRefused(folder, /more than 4 files and folders/));
    await withLimit('importFiles', 5, () => expectRefused(folder, /its format is not supported/));
    await withLimit('importFolderDepth', 2, () =>
      expectRefused(folder, /it is nested in more than 2 folders/),
    );
    const openedFolder = await ArchiveFolder.open(folder, target.workFolder);
    assert.deepEqual([...openedFolder.files.keys()].sort(), ['b/c/d', 'e']);
    await openedFolder.close();
  });

  test('bound importFolderDepth: a file nested more deeply is refused', () => {
    assert.equal(entryPath(`${'f/'.repeat(20)}a`), `${'f/'.repeat(20)}a`);
    assert.throws(() => entryPath(`${'f/'.repeat(21)}a`), /it is nested in more than 20 folders/);
  });

  test('bound importPathCharacters: a longer name is refused', () => {
    assert.equal(entryPath('./a//b'), 'a/b');
    assert.throws(() => entryPath('n'.repeat(1001)), /its name is too long/);
  });

  test('bound importRowBytes: a larger row is refused', async () => {
    const path = await archiveWithChange((realm) => {
      row(realm, 'zerver_savedsnippet').content = 'x'.repeat(300_000);
    });
    await withLimit('importRowBytes', 200_000, () => expectRefused(path, /a row exceeds the limit/));
  });

  test('bound importJsonDepth: deeper JSON is refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const files: Files = { ...zulipFiles(), 'realm.json': `{"zerver_realm": ${deep}}` };
    await expectRefused(await writeArchive(files), /nested too deeply/);
  });

  test('bound importedId: an id that is too large is refused', async () => {
    await expectRefused(
      await archiveWithChange((realm) => {
        row(realm, 'zerver_stream').id = 2 ** 50;
      }),
      /"id" is not an ID/,
    );
    await expectRefused(
      await archiveWithChange((_, messages) => {
        row(messages, 'zerver_message').id = 0;
      }),
      /zerver_message, row 0: "id" is not an ID/,
    );
  });
});

test('bound importDirectoryBytes: a ZIP file is unpacked, and one with a longer directory is refused', async () => {
  const path = join(temporaryFolder(), 'export.zip');
  await writeFile(path, zipOf({ 'a.txt': 'kept as it is', 'in/b.txt': 'b'.repeat(1000) }));
  const folder = await ArchiveFolder.open(path, target.workFolder);
  assert.deepEqual([...folder.files.keys()].sort(), ['a.txt', 'in/b.txt']);
  assert.equal(await readFile(folder.file('in/b.txt').path, 'utf8'), 'b'.repeat(1000));
  await folder.close();
  await withLimit('importDirectoryBytes', 10, () => expectRefused(path, /its central directory is damaged/));
  await writeFile(path, (await readFile(path)).subarray(0, -20));
  await expectRefused(path, /it is not a ZIP file, or it is incomplete/);
  // A directory larger than the buffer for it.
  const many = Array.from({ length: 40 }, (_, at) => [`file ${at}`, `${at}`]);
  await writeFile(path, zipOf(Object.fromEntries(many), 0o100600, 60_000));
  const large = await ArchiveFolder.open(path, target.workFolder);
  assert.equal(large.files.size, 40);
  assert.equal(await readFile(large.file('file 39').path, 'utf8'), '39');
  await large.close();
  const cut = zipOf({ a: 'x' });
  cut.writeUInt16LE(500, cut.indexOf('PK\x01\x02') + 28);
  await writeFile(path, cut);
  await expectRefused(path, /its central directory is damaged/);
  await writeFile(path, zipOf({ '../evil': 'x' }));
  await expectRefused(path, /its path points outside/);
  await writeFile(path, zipOf({ link: '/etc/passwd' }, 0o120777));
  await expectRefused(path, /it is not a file or a folder/);
});

test('a folder can replace an archive, with a working directory', async () => {
  const workFolder = join(temporaryFolder(), 'importing');
  const path = temporaryFolder();
  await writeFile(join(path, 'realm.json'), '{}');
  const folder = await ArchiveFolder.open(path, workFolder);
  await folder.close();
  assert.deepEqual([...folder.files.keys(), ...(await readdir(workFolder))], ['realm.json']);
});

test('rows are found wherever a file is split into chunks', () => {
  const tables = {
    a: [{ t: 'x"]}\\' }, { t: [1, { b: '},{' }] }],
    skipped: [[1], { z: '[' }],
    b: [1, 2],
    n: 'text "a"',
    e: [],
  };
  const bytes = Buffer.from(JSON.stringify(tables));
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const scanner = new TableScanner('file', (name) => name !== 'skipped');
    const found: Record<string, unknown[]> = {};
    for (let at = 0; at < bytes.length; at += size)
      for (const { table, rows } of scanner.push(bytes.subarray(at, at + size)))
        found[table] = [...(found[table] ?? []), ...rows];
    scanner.end();
    assert.deepEqual(found, { a: tables.a, b: tables.b }, `in pieces of ${size}`);
  }
});

test('optional duplicate and invalid entries are skipped and reported', async () => {
  const path = await archiveWithChange((realm, messages) => {
    for (const [at, more] of [
      { field_type: 99 },
      { field_type: 3, field_data: '{' },
      { field_type: 7, field_data: '{"subtype":"custom","url_pattern":"javascript:%(username)s"}' },
    ].entries())
      realm.zerver_customprofilefield?.push({
        id: 82 + at,
        name: `Field ${at}`,
        hint: '',
        order: 2,
        ...more,
      });
    const playground = { name: 'Run', pygments_language: 'Rust', url_template: 'javascript:{code}' };
    realm.zerver_realmplayground = [
      playground,
      { ...playground, url_template: 'https://run.example/{code}' },
    ];
    realm.zerver_reaction?.push({ ...row(realm, 'zerver_reaction') });
    for (const receipt of [...(messages.zerver_usermessage ?? [])])
      messages.zerver_usermessage?.push({ ...receipt, flags_mask: 3 });
    realm.zerver_realmfilter?.push({
      id: 72,
      pattern: '#(?P<id>[0-9]+)',
      url_template: 'https://twice.example/{id}',
    });
    realm.zerver_realmdomain?.push(
      { id: 2, domain: 'HARBOUR.example', allow_subdomains: true },
      { id: 3, domain: 'no domain', allow_subdomains: true },
    );
    realm.zerver_namedusergroup?.push(
      { id: 111, name: 'crew', description: '' },
      { id: 112, name: 'watch', description: '' },
    );
    realm.zerver_groupgroupmembership = [
      { id: 1, supergroup: 110, subgroup: 111 },
      { id: 2, supergroup: 111, subgroup: 112 },
      { id: 3, supergroup: 112, subgroup: 110 },
      { id: 4, supergroup: 110, subgroup: 110 },
    ];
    const status = {
      user_profile: BEN,
      status_text: 'away',
      emoji_name: 'gone',
      reaction_type: 'realm_emoji',
    };
    realm.zerver_userstatus = [{ ...status, emoji_code: '999' }];
    const service = { user_profile: BEN, name: 'tide', base_url: 'https://tide.example', token: 't' };
    realm.zerver_service = [service, service];
  });
  const { missing } = await runImport(path, target);
  const duplicates = missing
    .filter(({ why }) => /^they are duplicates/.test(why))
    .map(({ what, count }) => [what, count]);
  assert.deepEqual(duplicates, [
    ['services of bots', 1],
    ['receipts', 24],
    ['reactions', 1],
  ]);
  const incomplete = missing.filter(({ what }) => what === 'profile fields' || what === 'playgrounds');
  assert.deepEqual(
    incomplete.map(({ what, count }) => [what, count]),
    [
      ['profile fields', 3],
      ['playgrounds', 1],
    ],
  );
  const countOf = (what: string) => missing.find((note) => note.what === what)?.count;
  assert.deepEqual([countOf('linkifiers'), countOf('allowed domains'), countOf('subgroups')], [1, 2, 2]);
  const ben = await clientOf(server, target, 9, 'ben@harbour.example');
  const { snapshot } = await ben.registerQueue();
  assert.deepEqual([snapshot.custom_profile_fields.length, snapshot.realm_playgrounds.length], [1, 1]);
  assert.deepEqual([snapshot.realm_linkifiers.length, snapshot.realm_domains.length], [1, 1]);
  const groups = snapshot.realm_user_groups.map((one: { name: string; direct_subgroup_ids: number[] }) => [
    one.name,
    one.direct_subgroup_ids,
  ]);
  assert.deepEqual(Object.fromEntries(groups).watch, []);
  assert.deepEqual(snapshot.user_status[BEN], { status_text: 'away' });
  const { messages } = await ben.ok('GET', '/messages', { anchor: 1004, num_before: 0, num_after: 0 });
  // Of the duplicate receipts, the first decides the flags.
  assert.deepEqual(messages[0].flags, []);
});

test('the name of a table is bounded, and a long text in its place is skipped', () => {
  const scan = (text: string, size: number) => {
    const scanner = new TableScanner('file', () => true);
    const bytes = Buffer.from(text);
    const found: unknown[] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...scanner.push(bytes.subarray(at, at + size)));
    return found;
  };
  for (const size of [1, 7, 1000]) {
    assert.deepEqual(scan(`{"n": "${'x'.repeat(500)}", "${'k'.repeat(199)}": [1]}`, size), [
      { table: 'k'.repeat(199), first: 0, rows: [1] },
    ]);
    assert.throws(() => scan(`{"${'k'.repeat(200)}": [1]}`, size), /the name of a table is too long/);
  }
});
