// Whole exports of Parley that are broken, or made to do harm: each is refused with its place and the reason, and nothing is
// written. And those that were interrupted go on, and are taken back.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { limits } from '../../src/contract/limits.ts';
import { importOrganization } from '../../src/imports/import-organization.ts';
import { undoImport } from '../../src/imports/undo-import.ts';
import { FieldType } from '../../src/model/profile-fields/field.ts';
import { freshPath, placeAt, toldJson } from '../cli/backups.ts';
import { runningDemo } from '../support/command-line.ts';
import { startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { upload } from '../uploads/support.ts';
import { imported, someone, targetBeside } from './importing.ts';

const demo = await runningDemo();
const mel = await demo.server.as('mel');
const report = await upload(mel, 'report.txt', 'Copper is up.');
const said = await mel.say('general', 'metals', `Copper, says [the report](${report.url})`);
await mel.ok('POST', '/messages/flags', { messages: [said], op: 'add', flag: 'starred' });
const { flags } = placeAt(demo.server.dataDirectory, demo.server.databaseUrl);
const file = freshPath();
await toldJson('organization', 'export', file, '--type', 'full_without_consent', ...flags);
const original = new Map(
  (await unpackTar(new Uint8Array(gunzipSync(await readFile(file))))).map(({ header, data }) => [
    header.name,
    Buffer.from(data ?? []),
  ]),
);

const server = await startTestServer({ isDemo: false });
const target = await targetBeside(server);
after(() => target.close());

type Entries = Map<string, Buffer>;
// biome-ignore lint/suspicious/noExplicitAny: rows are changed freely by tests
type Row = Record<string, any>;

async function written(change: (entries: Entries) => void): Promise<string> {
  const entries: Entries = new Map(original);
  change(entries);
  const path = join(temporaryFolder(), 'export.tar.gz');
  const packed = await packTar(
    [...entries].map(([name, bytes]) => ({
      header: { name, size: bytes.length },
      body: new Uint8Array(bytes),
    })),
  );
  await writeFile(path, gzipSync(packed));
  return path;
}

const jsonIn = (entries: Entries, name: string) => JSON.parse(String(entries.get(name)));

/** Changes the rows of a table, and what the archive says of them. */
function changeRows(entries: Entries, table: string, change: (rows: Row[]) => void): void {
  const { tables } = jsonIn(entries, 'parley/organization.json');
  const { columns } = tables.find(({ name }: { name: string }) => name === table);
  const name = `parley/rows/${table}/000001.jsonl`;
  const lines = String(entries.get(name) ?? '')
    .split('\n')
    .slice(0, -1);
  const rows = lines.map((line) =>
    Object.fromEntries(JSON.parse(line).map((value: unknown, at: number) => [columns[at], value])),
  );
  change(rows);
  const text = rows
    .map((row) => `${JSON.stringify(columns.map((column: string) => row[column]))}\n`)
    .join('');
  entries.set(name, Buffer.from(text));
  const manifest = jsonIn(entries, 'parley/manifest.json');
  manifest.tables[table] = { rows: rows.length, sha256: createHash('sha256').update(text).digest('hex') };
  entries.set('parley/manifest.json', Buffer.from(JSON.stringify(manifest)));
}

/** Tries an archive, and looks that nothing of it is there afterwards. */
async function refused(path: string, reason: RegExp): Promise<void> {
  await assert.rejects(imported(path, target), reason);
  const reader = target.database.reader(0);
  for (const table of ['account', 'organization_import', 'message', 'conversation'])
    assert.deepEqual(await reader.execute(`select * from ${table}`, []), [], table);
  assert.deepEqual(await server.keptFiles('uploads'), []);
}

test('an archive that is damaged or not whole is refused', async () => {
  const bytes = await readFile(file);
  const cut = join(temporaryFolder(), 'cut.tar.gz');
  await writeFile(cut, bytes.subarray(0, bytes.length / 2));
  await refused(cut, /damaged or ends too soon/);
  await assert.rejects(imported(cut, target, true), /damaged or ends too soon/);
  const rows = 'parley/rows/message/000001.jsonl';
  await refused(await written((all) => all.delete(rows)), /table message: there are 0 lines/);
  await refused(
    await written((all) => all.delete('parley/manifest.json')),
    /parley\/manifest.json: it is missing/,
  );
  await refused(
    await written((all) => all.set(rows, Buffer.from(String(all.get(rows)).replace('Copper', 'Silver')))),
    /table message: the lines are not those/,
  );
  const kept = [...original.keys()].find((name) => name.endsWith('/original')) ?? '';
  await refused(await written((all) => all.delete(kept)), /original: it is missing/);
  await refused(await written((all) => all.set(kept, Buffer.from('Silver'))), /original: it does not hold/);
  await refused(
    await written((all) => all.set('parley/files/uploads/x', Buffer.from(''))),
    /uploads\/x: no export of Parley holds it/,
  );
});

test('an export of a part of an organization is refused, and one of a newer version', async () => {
  const part = freshPath();
  await toldJson('organization', 'export', part, ...flags);
  await refused(part, /holds only a part of an organization/);
  const header = 'parley/organization.json';
  const newer = (all: Entries) =>
    all.set(header, Buffer.from(JSON.stringify({ ...jsonIn(all, header), schema: 9999 })));
  await refused(await written(newer), /a newer version of Parley made it/);
});

const emoji = {
  id: 1,
  organization_id: 1,
  name: 'copper',
  author_id: null,
  is_animated: 0,
  is_deactivated: 0,
};

const linkifier = {
  id: 1000,
  organization_id: 1,
  position: 0,
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://acme.example/{id}',
  example_input: null,
  reverse_template: null,
  alternative_url_templates: '[]',
};
const field = {
  id: 99,
  organization_id: 1,
  name: 'Forge',
  hint: '',
  field_type: FieldType.externalAccount,
  position: 9,
  display_in_profile_summary: 0,
  required: 0,
  editable_by_user: 1,
  use_for_user_matching: 0,
};

const wrong: readonly (readonly [what: string, table: string, (rows: Row[]) => void, RegExp])[] = [
  [
    'a text that would run',
    'message',
    (rows) => Object.assign(rows[0] ?? {}, { rendered_content: '<img src="x" onerror="y">' }),
    /row with id \d+: "rendered_content" holds HTML/,
  ],
  [
    'a row that is there twice',
    'account',
    (rows) => rows.push({ ...rows[0] }),
    /account.*line \d+: .*UNIQUE/,
  ],
  [
    'a row without what it needs',
    'message',
    (rows) => Object.assign(rows[0] ?? {}, { content: null }),
    /line 1: .*NOT NULL/,
  ],
  [
    'a value of another kind',
    'message',
    (rows) => Object.assign(rows[0] ?? {}, { sent_at: 'x' }),
    /line 1: it is no row/,
  ],
  [
    'somebody who is not there',
    'message',
    (rows) => Object.assign(rows[0] ?? {}, { sender_id: 9999 }),
    /"sender_id" names account 9999/,
  ],
  [
    'a row of another organization',
    'subscription',
    (rows) => Object.assign(rows[0] ?? {}, { organization_id: 7 }),
    /of organization 7, not of 1/,
  ],
  [
    'a file of another organization',
    'attachment',
    (rows) => Object.assign(rows[0] ?? {}, { path_id: String(rows[0]?.path_id).replace('1/', '7/') }),
    /"path_id" is no path/,
  ],
  ['a role that there is not', 'account', (rows) => Object.assign(rows[5] ?? {}, { role: 1 }), /is no role/],
  [
    'nobody who could administer it',
    'account',
    (rows) => {
      for (const row of rows) if (row.role === 100) row.role = 400;
    },
    /nobody in it is an active owner/,
  ],
  [
    'a place after the end of the log',
    'message',
    (rows) => Object.assign(rows[0] ?? {}, { sequence: 2 ** 50 }),
    /after the end of the log/,
  ],
  [
    'a time that no date has',
    'message',
    (rows) => Object.assign(rows[0] ?? {}, { sent_at: 2 ** 52 }),
    /"sent_at" cannot be/,
  ],
  [
    'settings that are none',
    'account',
    (rows) => Object.assign(rows[5] ?? {}, { settings: '{"color_scheme": "dark"}' }),
    /"settings" has a value of "color_scheme" that is of another kind/,
  ],
  [
    'a direct conversation with nobody',
    'conversation',
    (rows) => rows.push({ ...rows[0], id: 99_999, channel_id: null, direct_key: '1,9999', topic_key: '' }),
    /"direct_key" does not name people/,
  ],
  [
    'a picture of somebody whose files lie elsewhere',
    'account',
    (rows) => Object.assign(rows[5] ?? {}, { avatar_source: 'U', avatar_key: '../..' }),
    /"avatar_key" is no name of a picture/,
  ],
  [
    'an emoji whose file lies elsewhere',
    'custom_emoji',
    (rows) => rows.push({ ...emoji, file_name: '../../secret' }),
    /"file_name" is no name of a picture/,
  ],
  [
    'an address that is several',
    'account',
    (rows) => Object.assign(rows.at(-1) ?? {}, { email: 'a@one.example, b@two.example' }),
    /"email" is no email address/,
  ],
  [
    'a pattern that runs too long',
    'linkifier',
    (rows) => rows.push({ ...linkifier, pattern: '(?P<id>(((a{30}){30}){30}){30})' }),
    /table linkifier, row with id 1000: no linkifier like it/,
  ],
  [
    'other addresses that are none',
    'linkifier',
    (rows) => rows.push({ ...linkifier, alternative_url_templates: '{}' }),
    /table linkifier, row with id 1000: no linkifier like it/,
  ],
  [
    'more patterns than there may be',
    'linkifier',
    (rows) => {
      for (let more = 0; more <= limits.linkifiersPerOrganization; more++)
        rows.push({ ...linkifier, id: linkifier.id + more });
    },
    /table linkifier: it has more than/,
  ],
  [
    'a playground that runs',
    'playground',
    (rows) =>
      rows.push({
        ...{ id: 1, organization_id: 1, name: 'x' },
        language: 'x',
        url_template: 'javascript:{code}',
      }),
    /table playground, row with id 1: no playground like it/,
  ],
  [
    'a profile field that leads to what runs',
    'profile_field',
    (rows) =>
      rows.push({ ...field, field_data: '{"subtype":"custom","url_pattern":"javascript:%(username)s"}' }),
    /table profile_field, row with id 99: no profile field like it/,
  ],
];

for (const [what, table, change, reason] of wrong)
  test(`an archive is refused with ${what}`, async () => {
    await refused(await written((all) => changeRows(all, table, change)), reason);
  });

test('what hangs on messages that are not there is left out and told of', async () => {
  const path = await written((all) =>
    changeRows(all, 'personal_message', (rows) => Object.assign(rows[0] ?? {}, { message_id: 999_999 })),
  );
  const { missing } = await imported(path, target, true);
  const note = missing.find((one) => one.what === 'rows of personal_message');
  assert.deepEqual(note, {
    what: 'rows of personal_message',
    why: 'their message is not in the archive',
    count: 1,
  });
});

test('an import that was interrupted goes on, and one that is not wanted is taken back', async () => {
  for (const stopAt of ['rows', 'files', 'organization']) {
    let stages = 0;
    const progress = (stage: string) => {
      if (stage === stopAt && ++stages === (stage === 'rows' ? 20 : 1))
        throw new Error(`stopped at ${stage}`);
    };
    await assert.rejects(importOrganization(file, target, { progress }), /stopped at/);
    await server.nobody.refused('GET', '/server_settings', {}, 'NONEXISTENT_SUBDOMAIN');
  }
  assert.equal((await imported(file, target)).organizationId, 1);
  const there = await someone(server, target, 1, mel.email);
  const all = { anchor: 'newest', num_before: 5000, num_after: 0 } as const;
  const [here, came] = [await mel.ok('GET', '/messages', all), await there.ok('GET', '/messages', all)];
  assert.deepEqual(came.messages, here.messages);
  await undoImport(target, { host: undefined, isForced: false, progress: () => undefined });
  const reader = target.database.reader(0);
  for (const table of ['account', 'organization', 'message', 'organization_import', 'attachment'])
    assert.deepEqual(await reader.execute(`select * from ${table}`, []), [], table);
  assert.deepEqual(await server.keptFiles('uploads'), []);
});
