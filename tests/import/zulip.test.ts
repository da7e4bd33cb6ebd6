// An export of a Zulip server becomes an organization, in which everyone sees what they saw there.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ApiClient } from '../support/client.ts';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { load, png } from '../uploads/support.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { ANN, BEN, CLEO, GENERAL, UPLOAD, VAULT, writeArchive, zulipFiles } from './zulip-archive.ts';

const archive = await writeArchive({
  ...zulipFiles(),
  [`uploads/${UPLOAD}`]: 'the plan',
  'emoji/9/emoji/images/61.png': await png(30, 30),
  'avatars/9/ben.png': await png(120, 120),
  'realm_icons/9/icon.original': await png(50, 50),
});
const options = { isDemo: false, dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
const server = await startTestServer(options);
const target = await importTarget(server);
after(() => target.close());

interface Seen {
  readonly content: string;
  readonly topic: string;
  readonly flags: string[];
}

/** Messages of an account's feed, or of a narrow, by ID. */
async function visibleMessages(client: ApiClient, narrow: unknown[] = []): Promise<Record<number, Seen>> {
  const { messages } = await client.ok('GET', '/messages', {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow,
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  const entries = messages.map(
    ({ id, content, subject, flags }: { id: number; content: string; subject: string; flags: string[] }) => [
      id,
      { content, topic: subject, flags: [...flags].sort() },
    ],
  );
  return Object.fromEntries(entries);
}

const flagsOf = (messages: Record<number, Seen>) =>
  Object.fromEntries(Object.entries(messages).map(([id, { flags }]) => [id, flags.join(' ')]));

describe('an imported Zulip organization', async () => {
  const dryRun = await runImport(archive, target, true);
  const report = await runImport(archive, target);
  const [ann, ben, cleo] = await Promise.all(
    ['ann', 'ben', 'cleo'].map((name) => clientOf(server, target, 9, `${name}@harbour.example`)),
  );
  assert.ok(ann && ben && cleo);

  test('keeps its ids, and reports imported and skipped data', () => {
    assert.deepEqual({ ...dryRun, organizationId: 9 }, report);
    assert.equal(report.organizationId, 9);
    assert.deepEqual(report.renumbered, []);
    assert.deepEqual([ann.userId, ben.userId, cleo.userId], [ANN, BEN, CLEO]);
    assert.deepEqual(
      [report.came.people, report.came.bots, report.came.channels, report.came.messages],
      [4, 1, 3, 11],
    );
    assert.ok(report.missing.some(({ what }) => what === 'drafts'));
  });

  test('shows everyone what they received, with their flags', async () => {
    assert.deepEqual(flagsOf(await visibleMessages(ann)), {
      1000: 'read',
      1001: 'read stream_wildcard_mentioned wildcard_mentioned',
      1002: 'read',
      1003: 'read',
      1004: 'read',
      1005: 'read',
      1006: '',
      1007: 'read',
      1009: 'read',
      1010: 'topic_wildcard_mentioned wildcard_mentioned',
    });
    assert.deepEqual(flagsOf(await visibleMessages(ben)), {
      1000: 'mentioned',
      1001: 'read stream_wildcard_mentioned wildcard_mentioned',
      1002: '',
      1003: 'read starred',
      1004: '',
      1005: '',
      1006: 'read',
      1007: '',
      1008: 'read',
      1009: 'read',
      1010: 'read',
    });
  });

  test('shows no one more of a protected history than they received', async () => {
    assert.deepEqual(flagsOf(await visibleMessages(cleo)), { 1001: 'historical read starred', 1007: 'read' });
    await ann.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'vault' }],
      principals: [CLEO],
    });
    const vault = await visibleMessages(cleo, [{ operator: 'channel', operand: VAULT }]);
    assert.deepEqual(flagsOf(vault), { 1003: '' });
  });

  test('has messages with their topics, edits, moves, reactions and polls', async () => {
    const all = await visibleMessages(ann);
    assert.deepEqual([all[1000]?.topic, all[1005]?.topic, all[1010]?.topic], ['plans', 'safe', '']);
    const { message } = await ann.ok('GET', '/messages/1000', { apply_markdown: true });
    assert.match(message.content, /class="user-mention" data-user-id="32">@Ben<.*emoji-1f44b/);
    assert.equal(message.last_edit_timestamp, 1_700_000_900);
    assert.deepEqual(
      message.reactions.map((one: { emoji_name: string; user_id: number }) => [one.emoji_name, one.user_id]),
      [['wave', BEN]],
    );
    const { message_history: history } = await ann.ok('GET', '/messages/1000/history');
    assert.deepEqual([history[0].content, history[1].prev_content], ['first', 'first']);
    const movedMessage = (await ann.ok('GET', '/messages/1005')).message;
    assert.deepEqual([movedMessage.stream_id, movedMessage.edit_history[0].prev_stream], [VAULT, GENERAL]);
    const linkingMessage = (await ann.ok('GET', '/messages/1001', { apply_markdown: true })).message;
    assert.match(linkingMessage.content, /https:\/\/dock\.example\/123/);
    assert.equal(linkingMessage.reactions[0].emoji_code, '61');
    const poll = (await ann.ok('GET', '/messages/1009')).message;
    assert.deepEqual(JSON.parse(poll.submessages[0].content).extra_data, {
      question: 'Tea?',
      options: ['yes', 'no'],
    });
  });

  test('is searchable, and unread messages are counted', async () => {
    const found = await visibleMessages(ann, [{ operator: 'search', operand: 'elsewhere' }]);
    assert.deepEqual(Object.keys(found), ['1005']);
    const { snapshot } = await ben.registerQueue();
    const { streams, huddles, pms } = snapshot.unread_msgs;
    const ids = [...streams, ...huddles, ...pms].flatMap(
      (one: { unread_message_ids: number[] }) => one.unread_message_ids,
    );
    assert.deepEqual(ids.sort(), [1000, 1002, 1004, 1005, 1007]);
  });

  test('has its channels, groups, people and their settings', async () => {
    const { snapshot } = await ben.registerQueue();
    const general = snapshot.subscriptions.find((one: { name: string }) => one.name === 'general');
    assert.deepEqual(
      [general.color, general.stream_id, general.first_message_id],
      ['#76ce90', GENERAL, 1000],
    );
    assert.equal(general.rendered_description, '<p>About <strong>general</strong></p>');
    assert.deepEqual(general.can_administer_channel_group, { direct_members: [BEN], direct_subgroups: [] });
    assert.deepEqual(snapshot.realm_default_streams, [GENERAL]);
    const sailors = snapshot.realm_user_groups.find((one: { name: string }) => one.name === 'sailors');
    assert.deepEqual([sailors.id, sailors.members], [110, [BEN]]);
    assert.deepEqual(snapshot.alert_words, ['storm']);
    assert.deepEqual(
      snapshot.muted_users.map((one: { id: number }) => one.id),
      [CLEO],
    );
    assert.equal(snapshot.user_settings.enter_sends, true);
    assert.equal(snapshot.realm_user_settings_defaults.twenty_four_hour_time, true);
    assert.equal(snapshot.realm_message_content_edit_limit_seconds, null);
    assert.equal(snapshot.realm_new_stream_announcements_stream_id, GENERAL);
    assert.equal(snapshot.realm_can_create_groups, 102);
    assert.equal(snapshot.realm_invite_required, false);
    assert.deepEqual(
      snapshot.saved_snippets.map((one: { title: string }) => one.title),
      ['Hi'],
    );
    assert.deepEqual(
      snapshot.scheduled_messages.map((one: { content: string; to: unknown }) => [one.content, one.to]),
      [
        ['in time', GENERAL],
        ['for Ann alone', [ANN]],
      ],
    );
    assert.deepEqual(
      snapshot.realm_users.find((one: { user_id: number }) => one.user_id === BEN).profile_data,
      { 81: { value: 'The *Gull*', rendered_value: '<p>The <em>Gull</em></p>' } },
    );
    assert.deepEqual(
      snapshot.realm_non_active_users.map((one: { full_name: string }) => one.full_name),
      ['Gone'],
    );
    const topics = (await ann.registerQueue()).snapshot.user_topics;
    assert.deepEqual(
      topics.map((one: { topic_name: string; visibility_policy: number }) => [
        one.topic_name,
        one.visibility_policy,
      ]),
      [['plans', 3]],
    );
  });

  test('has its files, at the addresses that messages link to', async () => {
    const file = await load(ben, `/user_uploads/${UPLOAD}`);
    assert.deepEqual([file.status, await file.text()], [200, 'the plan']);
    const { attachments } = await ann.ok('GET', '/attachments');
    assert.deepEqual(attachments[0].message_ids, [1003]);
    const { emoji } = await ann.ok('GET', '/realm/emoji');
    assert.equal((await load(ann, emoji[61].source_url)).status, 200);
    const { snapshot } = await ann.registerQueue();
    assert.equal(snapshot.realm_icon_source, 'U');
    assert.equal((await load(ann, snapshot.realm_icon_url)).status, 200);
    assert.match((await ann.ok('GET', `/users/${BEN}`)).user.avatar_url, /user_avatars\/9\//);
  });

  test('accepts new messages, which follow the imported ones', async () => {
    const id = await ben.sendToChannel('general', 'plans', 'and on we go');
    assert.ok(id > 1010);
    assert.deepEqual(
      Object.keys(
        await visibleMessages(ann, [
          { operator: 'topic', operand: 'plans' },
          { operator: 'channel', operand: GENERAL },
        ]),
      ),
      ['1000', '1001', String(id)],
    );
  });

  test('is not imported twice to the same database', async () => {
    await assert.rejects(runImport(archive, target), /An organization already exists/);
  });
});
