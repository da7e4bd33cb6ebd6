// The edit history of messages: versions, differences, and how much the organization's policy shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htmlDifference } from '../../src/model/messages/html-difference.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const [olive, mel, mia, gus] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
]);
const path = (id: number) => `/messages/${id}/history`;
const historyOf = async (id: number) => (await mia.ok('GET', path(id))).message_history;

test('a message that was never edited has one version', async () => {
  const id = await mel.sendToChannel('engineering', 'history', 'as *sent*');
  const [only, ...others] = await historyOf(id);
  const { timestamp, ...rest } = only;
  assert.ok(Number.isInteger(timestamp));
  assert.deepEqual(others, []);
  assert.deepEqual(rest, {
    topic: 'history',
    content: 'as *sent*',
    rendered_content: '<p>as <em>sent</em></p>',
    user_id: mel.userId,
  });
});

test('each edit and move adds a version, oldest first', async () => {
  const id = await mel.sendToChannel('engineering', '', 'one thing');
  await mel.ok('PATCH', `/messages/${id}`, { content: 'another thing' });
  await olive.ok('PATCH', `/messages/${id}`, { topic: 'named', send_notification_to_new_thread: false });
  const [sentVersion, editedVersion, movedVersion] = await historyOf(id);
  assert.equal(sentVersion.topic, 'general chat');
  assert.equal(sentVersion.content, 'one thing');
  assert.equal(editedVersion.prev_content, 'one thing');
  assert.equal(editedVersion.content, 'another thing');
  assert.equal(editedVersion.topic, 'general chat');
  assert.equal(editedVersion.prev_topic, undefined);
  assert.equal(
    editedVersion.content_html_diff,
    '<div><p><span class="highlight_text_deleted">one</span><span class="highlight_text_inserted">another</span> thing</p></div>',
  );
  assert.equal(movedVersion.prev_topic, 'general chat');
  assert.equal(movedVersion.topic, 'named');
  assert.equal(movedVersion.user_id, olive.userId);
  assert.equal(movedVersion.prev_content, undefined);
  const aware = await mia.ok('GET', path(id), { allow_empty_topic_name: true });
  assert.equal(aware.message_history[0].topic, '');
});

/** The versions of a message edited six times, with a new topic at the third edit. */
async function editedSixTimes(): Promise<string[]> {
  const id = await mel.sendToChannel('engineering', 'again', 'version 0');
  for (let count = 1; count <= 6; count++) {
    const topic = count === 3 ? { topic: 'and again', send_notification_to_new_thread: false } : {};
    await mel.ok('PATCH', `/messages/${id}`, { content: `version ${count}`, ...topic });
  }
  const versions: { content: string; prev_topic?: string }[] = await historyOf(id);
  const [message] = (await mia.ok('GET', '/messages', { message_ids: [id] })).messages;
  assert.equal(message.edit_history.length, versions.length - 1);
  return versions.map(
    ({ content, prev_topic: before }) => `${content}${before ? ` (was in ${before})` : ''}`,
  );
}

// The edit that also changed the topic is kept for the move.
const firstAndNewest = ['version 0', 'version 4', 'version 4 (was in again)', 'version 5', 'version 6'];

test('bound versionsPerMessage: the original, the newest versions and every move remain', async () => {
  assert.deepEqual(await withLimit('versionsPerMessage', 3, editedSixTimes), firstAndNewest);
  assert.equal((await editedSixTimes()).length, 7);
});

test('bound versionCharactersPerMessage: the original, the newest long versions and every move remain', async () => {
  const maxCharacters = 3 * 'version 0<p>version 0</p>'.length;
  assert.deepEqual(
    await withLimit('versionCharactersPerMessage', maxCharacters, editedSixTimes),
    firstAndNewest,
  );
});

test('bound historyDifferenceCharacters: differences of older versions are not marked', async () => {
  const id = await mel.sendToChannel('engineering', 'history', 'version 0');
  for (const count of [1, 2]) await mel.ok('PATCH', `/messages/${id}`, { content: `version ${count}` });
  const differences = async () =>
    (await historyOf(id)).slice(1).map(({ content_html_diff: html }: { content_html_diff: string }) => html);
  const markedDifferences = await differences();
  for (const html of markedDifferences) assert.match(html, /highlight_text_inserted/);
  const few = await withLimit('historyDifferenceCharacters', 10, differences);
  assert.deepEqual(few, ['<div><p>version 1</p></div>', markedDifferences[1]]);
});

test('the history of an invisible message is refused', async () => {
  const id = await mel.sendToChannel('engineering', 'history', 'x');
  await gus.refused('GET', path(id), {}, 'BAD_REQUEST', 'Invalid message(s)');
  await mel.refused('GET', path(99_999_999), {}, 'BAD_REQUEST', 'Invalid message(s)');
});

test('the policy hides contents, or the whole history', async () => {
  const id = await mel.sendToChannel('engineering', 'policy', 'one');
  await mel.ok('PATCH', `/messages/${id}`, { content: 'two' });
  await mel.ok('PATCH', `/messages/${id}`, { topic: 'other', send_notification_to_new_thread: false });
  try {
    await olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'moves' });
    const versions = await historyOf(id);
    assert.deepEqual(
      versions.map((version: { content: string; topic: string }) => [version.content, version.topic]),
      [
        ['two', 'policy'],
        ['two', 'other'],
      ],
    );
    await olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'none' });
    await mia.refused(
      'GET',
      path(id),
      {},
      'BAD_REQUEST',
      'Message edit history is disabled in this organization',
    );
  } finally {
    await olive.ok('PATCH', '/realm', { message_edit_history_visibility_policy: 'all' });
  }
});

const differences: readonly (readonly [string, string, string])[] = [
  ['<p>a b</p>', '<p>a b</p>', '<p>a b</p>'],
  ['<p>a</p>', '<p>a b</p>', '<p>a<span class="highlight_text_inserted"> b</span></p>'],
  ['<p>a b</p>', '<p>a</p>', '<p>a<span class="highlight_text_deleted"> b</span></p>'],
  ['<p>a</p>', '<p><em>a</em></p>', '<p><em>a</em></p>'],
  [
    '<p>&lt;a&gt;</p>',
    '<p>&lt;b&gt;</p>',
    '<p>&lt;<span class="highlight_text_deleted">a</span><span class="highlight_text_inserted">b</span>&gt;</p>',
  ],
];

for (const [before, after, expected] of differences) {
  test(`the difference of ${before} and ${after} is marked`, () => {
    assert.equal(htmlDifference(before, after), `<div>${expected}</div>`);
  });
}

test('versions that differ in a thousand words or more are compared as a whole, shorter ones word by word', () => {
  const version = (word: string, times: number) =>
    `<p>${`${word} `.repeat(times)}both ${`${word} `.repeat(times)}</p>`;
  const marks = (times: number) =>
    htmlDifference(version('old', times), version('new', times)).split('highlight_text_deleted').length - 1;
  assert.ok(marks(100) > 1);
  assert.equal(marks(1000), 1);
});
