// A Slack export becomes an organization, with its contents in Parley's form.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import type { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { load, png } from '../uploads/support.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { slackFiles, writeExport } from './slack-archive.ts';

const requests: string[] = [];
/** Serves the files of the export; one of them is refused. */
const elsewhere = createServer((request, response) => {
  requests.push(request.url ?? '');
  const isAvailable = request.url?.startsWith('/F1/download/');
  response.writeHead(200, { 'content-type': isAvailable ? 'text/plain' : 'text/html' });
  response.end(isAvailable ? 'the plan' : '<p>Log in</p>');
});
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
const filesAt = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
const options = { isDemo: false, dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
const server = await startTestServer(options);
const target = await importTarget(server, '', [filesAt]);
after(async () => {
  await target.close();
  elsewhere.close();
});

interface Seen {
  readonly id: number;
  readonly content: string;
  readonly topic: string;
  readonly from: string;
  readonly flags: string[];
}

async function visibleMessages(client: ApiClient, narrow: unknown[] = []): Promise<Seen[]> {
  const { messages } = await client.ok('GET', '/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow,
    apply_markdown: false,
  });
  return messages.map(
    (one: { id: number; content: string; subject: string; sender_full_name: string; flags: string[] }) => ({
      id: one.id,
      content: one.content,
      topic: one.subject,
      from: one.sender_full_name,
      flags: one.flags,
    }),
  );
}

const archive = await writeExport({ ...slackFiles(filesAt), 'emoji/gull.png': await png(30, 30) });

describe('an imported Slack export', async () => {
  const dryRun = await runImport(archive, target, true);
  assert.deepEqual(requests, []);
  const report = await runImport(archive, target);
  const id = report.organizationId ?? 0;
  const [ann, ben, cleo] = await Promise.all(
    ['ann', 'ben', 'cleo'].map((name) => clientOf(server, target, id, `${name}@ship.example`)),
  );
  assert.ok(ann && ben && cleo);
  const all = await visibleMessages(ann);
  const content = (start: string) => all.find((one) => one.content.startsWith(start)) ?? assert.fail(start);
  const rendered = async (start: string) =>
    (await ann.ok('GET', `/messages/${content(start).id}`, { apply_markdown: true })).message;

  test('reports imported and skipped data before and after', () => {
    assert.deepEqual(dryRun.came, report.came);
    assert.deepEqual(
      [report.name, report.came.people, report.came.bots, report.came.channels, report.came.messages],
      ['Ship', 5, 2, 3, 17],
    );
    const counts = Object.fromEntries(
      report.missing.map(({ what, why, count }) => [`${what}: ${why}`, count]),
    );
    assert.equal(counts['joins and leaves: they are system messages'], 1);
    assert.equal(counts['reactions: their emoji are not in the archive'], 1);
    assert.equal(counts['files: Slack deleted or withheld them'], 1);
    assert.ok(
      Object.keys(counts).some((note) => /^files: 127\.0\.0\.1:\d+ returned a web page instead/.test(note)),
    );
  });

  test('has people with their roles, and bots', async () => {
    const { members } = await ann.ok('GET', '/users');
    const roles = Object.fromEntries(
      members.map((one: { full_name: string; role: number; is_active: boolean; is_bot: boolean }) => [
        one.full_name,
        [one.role, one.is_active, one.is_bot],
      ]),
    );
    assert.deepEqual(roles['Ann Sailor'], [Role.owner, true, false]);
    assert.deepEqual(roles['Ben Sailor'], [Role.administrator, true, false]);
    assert.deepEqual(roles['Cleo Sailor'], [Role.guest, true, false]);
    assert.deepEqual(roles['Gone Sailor'], [Role.member, false, false]);
    assert.deepEqual(roles['Strange Sailor'], [Role.member, false, false]);
    assert.deepEqual(roles['Tide Bot'], [Role.member, true, true]);
    assert.deepEqual(roles['Harbour Hook'], [Role.member, true, true]);
    assert.equal((await ben.ok('GET', '/users/me')).timezone, 'Europe/Lisbon');
    assert.equal((await cleo.ok('GET', '/users/me')).timezone, '');
  });

  test('has messages in chronological order, and threads as topics', () => {
    assert.deepEqual(
      all.map(({ topic, from }) => [topic, from]),
      [
        ['2023-11-14 Who sails @Ben Sailor?', 'Ann Sailor'],
        ['imported from Slack', 'Ann Sailor'],
        ['2023-11-14 Who sails @Ben Sailor?', 'Ben Sailor'],
        ['2023-11-14 Who sails @Ben Sailor? (2)', 'Ann Sailor'],
        ['', 'Ben Sailor'],
        ['imported from Slack', 'Ben Sailor'],
        ['', 'Cleo Sailor'],
        ['imported from Slack', 'Ann Sailor'],
        ['imported from Slack', 'Harbour Hook'],
        ['imported from Slack', 'Tide Bot'],
        ['imported from Slack', 'Ann Sailor'],
        ['imported from Slack', 'Strange Sailor'],
        ['imported from Slack', 'Ann Sailor'],
        ['2023-11-14 Who sails @Ben Sailor?', 'Ben Sailor'],
        ['imported from Slack', 'Ann Sailor'],
        ['imported from Slack', 'Ann Sailor'],
        ['imported from Slack', 'Gone Sailor'],
      ],
    );
  });

  test('gives no one access to more messages, and mentions only people with access', async () => {
    const ofBen = await visibleMessages(ben);
    assert.ok(!ofBen.some((one) => one.content.startsWith('the key')));
    assert.ok(ofBen.some((one) => one.content.startsWith('between')));
    assert.deepEqual(
      (await visibleMessages(cleo)).map((one) => one.content),
      ['three of us'],
    );
    const flags = (start: string) => ofBen.find((one) => one.content.startsWith(start))?.flags;
    assert.deepEqual(flags('Who **sails**')?.sort(), ['mentioned', 'read']);
    assert.deepEqual(flags('@**all**')?.sort(), ['read', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
    await ann.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: [ben.userId],
    });
    const vault = (await visibleMessages(ben)).find((one) => one.content.startsWith('the key'));
    assert.ok(!vault?.flags.includes('mentioned'));
  });

  test('has markup, blocks and cards converted', async () => {
    assert.equal(
      content('@**all**').content,
      '@**all** in #**general**, [the sea](https://sea.example/a_b_c) & *wind* ~~calm~~ `*x*`',
    );
    assert.equal(
      content('**bring**').content,
      `**bring** @**Ben Sailor|${ben.userId}**\n- rope\n- :boat:\n\`\`\`\na < b\n\`\`\``.replace(
        ':boat:',
        /:\w+:/.exec(content('**bring**').content)?.[0] ?? '',
      ),
    );
    assert.match((await rendered('**bring**')).content, /emoji-26f5/);
    assert.match(
      (await rendered('## Ship in')).content,
      /<h2>Ship in<\/h2>\s*<p>at <strong>pier<\/strong> 4/,
    );
    assert.match((await rendered('Who **sails**')).content, /user-mention" data-user-id="\d+">@Ben Sailor</);
    assert.equal((await rendered('/me waves')).is_me_message, true);
    assert.equal((await rendered('I do')).last_edit_timestamp, 1_700_000_025);
    assert.match(all.at(-2)?.content ?? '', /word end$/);
  });

  test('has one reaction per person and emoji, whatever the skin tone, and custom emoji', async () => {
    const { reactions } = await rendered('Who **sails**');
    const reactionKeys = reactions.map(
      (one: { emoji_code: string; reaction_type: string; user_id: number }) =>
        `${one.emoji_code} ${one.reaction_type} ${one.user_id}`,
    );
    assert.deepEqual(
      reactionKeys.sort(),
      [
        `1 realm_emoji ${ann.userId}`,
        `1 realm_emoji ${ben.userId}`,
        `1f44d unicode_emoji ${ben.userId}`,
        `1f44d unicode_emoji ${cleo.userId}`,
        `1f937-200d-2642 unicode_emoji ${ann.userId}`,
      ].sort(),
    );
  });

  test('has the files that could be fetched, and links without a token to the others', async () => {
    const message = content('the plan').content;
    const path = /\[plan\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(message)?.[1] ?? assert.fail(message);
    const file = await load(ann, path);
    assert.deepEqual([file.status, await file.text()], [200, 'the plan']);
    assert.ok(message.includes(`[missing.txt](${filesAt}/F3/missing.txt)`), message);
    assert.ok(message.includes('[sheet](https://docs.example/sheet)'));
    assert.ok(!message.includes('xoxe'));
  });

  test('is marked read, and accepts new messages', async () => {
    const { snapshot } = await ben.registerQueue();
    assert.deepEqual([snapshot.unread_msgs.streams, snapshot.unread_msgs.huddles], [[], []]);
    const general = snapshot.subscriptions.find((one: { name: string }) => one.name === 'general');
    assert.equal(general.description, 'About general');
    assert.deepEqual(snapshot.realm_default_streams, [general.stream_id]);
    const last = await ben.sendToChannel('general', 'imported from Slack', 'and on we go');
    assert.ok(last > 17);
  });
});
