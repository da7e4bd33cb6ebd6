// One team of a Mattermost bulk export becomes an organization, with its contents in Parley's form.

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import type { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { load, png } from '../uploads/support.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { mattermostLines, writeBulkExport } from './mattermost-archive.ts';

const options = { isDemo: false, dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
const server = await startTestServer(options);
const target = await importTarget(server);
after(() => target.close());

interface Seen {
  readonly id: number;
  readonly content: string;
  readonly topic: string;
  readonly from: string;
  readonly flags: string[];
}

async function visibleMessages(client: ApiClient): Promise<Seen[]> {
  const query = { anchor: 'oldest', num_before: 0, num_after: 100, narrow: [], apply_markdown: false };
  const { messages } = await client.ok('GET', '/messages', query);
  return messages.map((one: Record<string, unknown>) => ({
    id: one.id,
    content: one.content,
    topic: one.subject,
    from: one.sender_full_name,
    flags: one.flags,
  }));
}

const archive = await writeBulkExport(mattermostLines(), {
  'data/exported_emoji/1/image': await png(30, 30),
  'data/profile/ann.png': await png(100, 100),
});

describe('an imported Mattermost team', async () => {
  const dryRun = await runImport(archive, target, true, { team: 'ship' });
  const report = await runImport(archive, target, false, { team: 'ship' });
  const id = report.organizationId ?? 0;
  const [ann, ben, cleo] = await Promise.all(
    ['ann.of.sea', 'ben', 'cleo'].map((name) => clientOf(server, target, id, `${name}@ship.example`)),
  );
  assert.ok(ann && ben && cleo);
  const all = await visibleMessages(ann);
  const content = (start: string) => all.find((one) => one.content.startsWith(start)) ?? assert.fail(start);

  test('reports imported and skipped data', () => {
    assert.deepEqual(dryRun.came, report.came);
    assert.deepEqual(
      [report.name, report.came.people, report.came.bots, report.came.channels, report.came.messages],
      ['The Ship', 5, 1, 3, 9],
    );
    const counts = Object.fromEntries(
      report.missing.map(({ what, why, count }) => [`${what}: ${why}`, count]),
    );
    assert.equal(counts['notices of joins, leaves and changes: they are system messages'], 1);
    assert.equal(counts['messages: they belong to another team, or include people outside this one'], 2);
    assert.equal(counts['files: they are missing from the archive'], 1);
    assert.equal(counts['reactions: their emoji are not in the archive'], 1);
    assert.equal(counts['roles: Parley has other permissions'], 1);
  });

  test('has the people of the team, bots, and outside authors', async () => {
    const { members } = await ann.ok('GET', '/users');
    const roles = Object.fromEntries(
      members.map((one: { full_name: string; role: number; is_active: boolean; is_bot: boolean }) => [
        one.full_name,
        [one.role, one.is_active, one.is_bot],
      ]),
    );
    assert.deepEqual(roles['Annof.sea Sailor'], [Role.owner, true, false]);
    assert.deepEqual(roles['Cleo Sailor'], [Role.guest, true, false]);
    assert.deepEqual(roles['Gone Sailor'], [Role.member, false, false]);
    assert.deepEqual(roles['Pete Sailor'], [Role.member, false, false]);
    assert.deepEqual(roles.Tide, [Role.member, true, true]);
    assert.equal(roles['Idle Sailor'], undefined);
    assert.equal((await cleo.ok('GET', '/users/me')).timezone, 'Europe/Lisbon');
    assert.match((await ben.ok('GET', `/users/${ann.userId}`)).user.avatar_url, /user_avatars/);
  });

  test('has posts in chronological order, and threads as topics', () => {
    assert.deepEqual(
      all.map(({ topic, from, content: text }) => [topic, from, text.slice(0, 9)]),
      [
        ['2023-11-14 Who sails, @Ben Sailor? @all', 'Annof.sea Sailor', 'Who sails'],
        ['2023-11-14 Who sails, @Ben Sailor? @all', 'Pete Sailor', 'so do I, '],
        ['imported from mattermost', 'Tide', '**[High]('],
        ['', 'Ben Sailor', 'between u'],
        ['', 'Annof.sea Sailor', 'indeed'],
        ['imported from mattermost', 'Annof.sea Sailor', 'the key, '],
        ['', 'Cleo Sailor', 'three of '],
        ['imported from mattermost', 'Ben Sailor', 'later, #*'],
        ['2023-11-14 Who sails, @Ben Sailor? @all', 'Ben Sailor', 'I do'],
      ],
    );
  });

  test('gives no one access to more messages', async () => {
    assert.deepEqual(
      (await visibleMessages(cleo)).map((one) => one.content),
      ['three of us'],
    );
    const ofBen = await visibleMessages(ben);
    assert.ok(!ofBen.some((one) => one.content.startsWith('the key')));
    assert.deepEqual(ofBen[0]?.flags.sort(), [
      'mentioned',
      'read',
      'starred',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ]);
  });

  test('has Markdown, mentions, reactions, edits and files', async () => {
    assert.equal(
      content('later').content,
      'later, #**DECK** and *wind* **here** snake_case_name `@ben` https://x.example/_a_',
    );
    assert.equal(content('so do I').content, `so do I, @**Annof.sea Sailor|${ann.userId}**.`);
    const { message } = await ann.ok('GET', `/messages/${content('Who').id}`);
    assert.equal(message.last_edit_timestamp, 1_700_000_012);
    assert.deepEqual(
      message.reactions.map((one: { emoji_code: string; reaction_type: string }) => [
        one.emoji_code,
        one.reaction_type,
      ]),
      [
        ['1f44d', 'unicode_emoji'],
        ['1', 'realm_emoji'],
      ],
    );
    const path =
      /\[plan\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(content('the key').content)?.[1] ?? assert.fail();
    assert.equal(await (await load(ann, path)).text(), 'the plan');
    assert.ok(!content('the key').content.includes('passwd'));
  });

  test('has its channels with their members’ settings', async () => {
    const { snapshot } = await ann.registerQueue();
    const byName = Object.fromEntries(snapshot.subscriptions.map((one: { name: string }) => [one.name, one]));
    assert.deepEqual(Object.keys(byName).sort(), ['Town Square', 'VAULT']);
    assert.deepEqual(
      [byName.VAULT.pin_to_top, byName.VAULT.invite_only, byName.VAULT.description],
      [true, true, 'Keys'],
    );
    assert.deepEqual(snapshot.realm_default_streams, [byName['Town Square'].stream_id]);
    assert.deepEqual([snapshot.unread_msgs.streams, snapshot.unread_msgs.pms], [[], []]);
  });

  test('is recognized by its JSON lines alone, wherever the type is in a line', async () => {
    const lines = mattermostLines().map((line) => {
      const { type, ...rest } = line;
      return JSON.stringify(type === 'version' ? line : { ...rest, type });
    });
    const path = join(temporaryFolder(), 'bulk.jsonl');
    await writeFile(path, lines.join('\r\n'));
    const { came } = await runImport(path, target, true, { team: 'ship' });
    assert.equal(came.messages, report.came.messages);
  });
});
