// A whole export of Parley imported by another server: everyone sees the same there, and a second export equals the first.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import type { WireAuditEntry } from '../../src/model/audit/audit-entry.ts';
import { emptyStorage, engines, freshPath, runJson, seenBy, serverAt, storageAt } from '../cli/backups.ts';
import { ApiClient, type Json } from '../support/client.ts';
import { run, runningDemo } from '../support/command-line.ts';
import type { TestServer } from '../support/server.ts';
import { load } from '../uploads/support.ts';
import { clientOf, importTarget } from './importing.ts';
import { fillOrganization } from './rich-organization.ts';

const { server } = await runningDemo();
const source = storageAt(server.dataDirectory, server.databaseUrl);
const rich = await fillOrganization(server);
const { olive, mel, mia, max } = rich.people;
const WHOLE = ['--type', 'full_without_consent'];
const typed = await mel.sendToChannel(
  'general',
  'lunch',
  'An attribute: ` data-user-id="1"` and data-stream-id="2"',
);
const file = freshPath();
await runJson('organization', 'export', file, ...WHOLE, ...source.flags);

/** The entries of an archive, as text. */
async function entriesOf(path: string): Promise<Map<string, string>> {
  const entries = await unpackTar(new Uint8Array(gunzipSync(await readFile(path))));
  return new Map(
    entries.map(({ header, data }) => [header.name, Buffer.from(data ?? []).toString('latin1')]),
  );
}

/** The same accounts at another server, by address. */
async function at(other: TestServer, organizationId: number, ...people: ApiClient[]): Promise<ApiClient[]> {
  const target = await importTarget(other);
  try {
    const found: ApiClient[] = [];
    for (const { email } of people) found.push(await clientOf(other, target, organizationId, email));
    return found;
  } finally {
    await target.close();
  }
}

/** What an account sees, including what clients fetch separately. */
async function allSeenBy(client: ApiClient) {
  const paths = [
    '/scheduled_messages',
    '/reminders',
    '/navigation_views',
    '/users',
    '/user_groups',
    '/attachments',
    '/users/me/muted_direct_conversations',
  ];
  const requests: unknown[] = [];
  for (const path of paths) requests.push(await client.ok('GET', path));
  const visible = await seenBy(client, 'hafnium');
  const { presences: _p, ...state } = visible.state;
  return { ...visible, state, requests };
}

/** The parts that must be equal in a second export; its audit log also has entries of the export and import. */
function comparable(entries: Map<string, string>): Map<string, string> {
  const texts = [...entries].map(([name, text]): [string, string] => {
    if (name === 'parley/manifest.json') return [name, JSON.stringify(withoutAudit(text))];
    if (name.startsWith('parley/sums/')) return [name, JSON.stringify(sameSums(text))];
    if (name.includes('audit_log/'))
      return [
        name,
        JSON.stringify(JSON.parse(text).filter(({ kind }: Json) => !isTransferEntry.test(String(kind)))),
      ];
    if (!name.startsWith(AUDIT_ROWS)) return [name, text.replace(/"made_at": \d+/, '')];
    return [
      name,
      text
        .split('\n')
        .filter((line) => !isTransferEntry.test(line))
        .join('\n'),
    ];
  });
  return new Map(texts);
}

const AUDIT_ROWS = 'parley/rows/audit_entry/';
const isTransferEntry = /organization_imported|export_written/;

function withoutAudit(manifest: string): unknown {
  const { tables, sha256: _s, ...rest } = JSON.parse(manifest);
  const { audit_entry: _, ...others } = tables;
  return { ...rest, tables: others };
}

/** The header has the time, and the audit log its own entries. */
function sameSums(sums: string): unknown {
  return JSON.parse(sums).filter(
    ([name]: [string]) => name !== 'parley/organization.json' && !name.startsWith(AUDIT_ROWS),
  );
}

test('a whole export is imported unchanged, on either engine, to the last row', async () => {
  const people = [olive, mel, mia, max];
  const before = [];
  for (const person of people) before.push(await allSeenBy(person));
  assert.deepEqual(before[1]?.found, [rich.first]);
  const first = await entriesOf(file);
  const expected = comparable(first);
  for (const engine of engines) {
    const target = await emptyStorage(engine);
    const report = await runJson('organization', 'import', file, ...target.flags, '--url', server.url);
    assert.deepEqual([report.organizationId, report.renumbered], [1, []]);
    await runJson('check', ...target.flags);
    const secondExport = freshPath();
    await runJson('organization', 'export', secondExport, ...WHOLE, ...target.flags);
    const second = await entriesOf(secondExport);
    assert.deepEqual([...second.keys()], [...first.keys()]);
    for (const [name, text] of comparable(second)) assert.equal(text, expected.get(name), name);
    const other = await serverAt(target);
    const importedClients = await at(other, 1, ...people);
    const after = [];
    for (const person of importedClients) after.push(await allSeenBy(person));
    assert.deepEqual(after, before);
    const [, melThere = mel] = importedClients;
    assert.equal(await (await load(melThere, rich.report.url)).text(), 'Copper is up.');
    const next = await melThere.sendToChannel('general', 'lunch', 'And on it goes');
    assert.ok(next > rich.poll);
  }
});

test('a whole export has no secrets that give access to an account', async () => {
  const entries = await entriesOf(file);
  const text = [...entries.values()].join('\n');
  for (const { apiKey } of [olive, mel, mia, max]) assert.ok(!text.includes(apiKey));
  const log: WireAuditEntry[] = JSON.parse(entries.get('audit_log/000001.json') ?? '[]');
  assert.ok(log.some(({ kind, acting_user_id: by }) => kind === 'group_created' && by === olive.userId));
  const { tables } = JSON.parse(entries.get('parley/organization.json') ?? '');
  const columns = tables.flatMap((table: { columns: { name: string }[] }) =>
    table.columns.map(({ name }) => name),
  );
  assert.ok(columns.includes('full_name'));
  assert.deepEqual(
    columns.filter((name: string) => /password|hash|sealed|token/.test(name)),
    [],
  );
});

/** Checks that the imported audit log names the imported people, in columns and in details. */
async function expectSameAuditLog(oliveThere: ApiClient, people: number): Promise<void> {
  const logOf = async (person: ApiClient): Promise<WireAuditEntry[]> =>
    (await person.ok('GET', '/audit_log', { limit: 1000 })).entries
      .filter(({ kind }: WireAuditEntry) => !isTransferEntry.test(kind))
      .toReversed();
  const [here, there] = [await logOf(olive), await logOf(oliveThere)];
  assert.ok(there.length > 10 && here.length === there.length);
  const shiftedId = (id: number | null) => (id === null ? null : id + people);
  for (const [at, entry] of here.entries()) {
    const other = there[at];
    assert.deepEqual(
      [other?.kind, other?.timestamp, other?.acting_user_id, other?.affected_user_id],
      [entry.kind, entry.timestamp, shiftedId(entry.acting_user_id), shiftedId(entry.affected_user_id)],
    );
    const { user_ids: ids } = entry.details;
    if (Array.isArray(ids)) assert.deepEqual(other?.details.user_ids, ids.map(shiftedId));
  }
  assert.ok(here.some(({ details }) => Array.isArray(details.user_ids) && details.user_ids.length > 0));
  const { entries } = await oliveThere.ok('GET', '/audit_log', { kind: 'organization_imported' });
  const recorded = entries.map(({ by_command, details }: WireAuditEntry) => [by_command, details]);
  assert.deepEqual(recorded, [[true, { name: 'Parley Demo', format: 'parley' }]]);
}

test('ids that are taken are replaced everywhere', async () => {
  const report = await runJson('organization', 'import', file, ...source.flags, '--host', 'localhost');
  assert.ok(
    report.renumbered.includes('message') && report.organizationId > 1,
    JSON.stringify(report.renumbered),
  );
  const target = await importTarget(server, 'localhost');
  try {
    const shifted = async (person: ApiClient) => {
      const found = await clientOf(server, target, report.organizationId, person.email);
      return new ApiClient(
        server.url.replace('127.0.0.1', 'localhost'),
        found.email,
        found.apiKey,
        found.userId,
      );
    };
    const [melThere, miaThere] = [await shifted(mel), await shifted(mia)];
    const all = { anchor: 'newest', num_before: 5000, num_after: 0 } as const;
    const [here, there] = [await mia.ok('GET', '/messages', all), await miaThere.ok('GET', '/messages', all)];
    assert.equal(there.messages.length, here.messages.length);
    const shift = there.messages[0].id - here.messages[0].id;
    const people = miaThere.userId - mia.userId;
    for (const [at, message] of here.messages.entries()) {
      const other = there.messages[at];
      assert.deepEqual(
        [other.id, other.sender_id, other.timestamp, other.flags, other.subject],
        [message.id + shift, message.sender_id + people, message.timestamp, message.flags, message.subject],
      );
    }
    await expectSameAuditLog(await shifted(olive), people);
    const contentOf = (messages: { id: number; content: string }[], id: number) =>
      messages.find((message) => message.id === id)?.content;
    assert.match(contentOf(here.messages, typed) ?? '', /data-user-id=/);
    assert.equal(contentOf(there.messages, typed + shift), contentOf(here.messages, typed));
    const lunch = there.messages.find(({ content }: { content: string }) => content.includes('@crew'));
    const group = Number(/data-user-group-id="(\d+)"/.exec(lunch.content)?.[1]);
    const { user_groups: groups } = await melThere.ok('GET', '/user_groups');
    assert.equal(groups.find(({ id }: { id: number }) => id === group)?.name, 'crew');
    const { snapshot } = await miaThere.registerQueue();
    const [general] = snapshot.pinned_topics;
    assert.deepEqual(
      general.topics.map((pin: Json) => [pin.topic, pin.user_id]),
      [['lunch', melThere.userId]],
    );
    const { pinned_messages: pins } = await miaThere.ok('GET', '/pinned_messages', {
      stream_id: general.stream_id,
    });
    assert.deepEqual(
      pins.map((pin: Json) => [pin.message_id, pin.user_id]),
      [[rich.poll + shift, miaThere.userId]],
    );
    assert.deepEqual(
      snapshot.muted_direct_conversations.map((one: Json) => one.user_ids),
      [[mel, mia, max].map(({ userId }) => userId + people).sort((a, b) => a - b)],
    );
    const movedMessage = there.messages.find(({ id }: { id: number }) => id === rich.first + shift);
    const link = /href="(\/user_uploads\/[^"]+)"/.exec(movedMessage.content)?.[1] ?? '';
    assert.ok(link.startsWith(`/user_uploads/${report.organizationId}/`), movedMessage.content);
    assert.equal(await (await load(melThere, link)).text(), 'Copper is up.');
  } finally {
    await target.close();
  }
  const undoResult = await run('organization', 'import', '--undo', '--host', 'localhost', ...source.flags);
  assert.equal(undoResult.status, 0, undoResult.err);
});
