// Private conversations in Slack stay private, however the export describes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slack } from '../../src/imports/slack/reader.ts';
import { readArchive } from './read-archive.ts';
import { type SlackFiles, slackFiles, writeExport } from './slack-archive.ts';

async function readWithChange(change: (files: ReturnType<typeof slackFiles>) => SlackFiles) {
  const files = slackFiles();
  return await readArchive(slack, await writeExport({ ...files, ...change(files) }));
}

test('a folder claimed by two conversations is refused', async () => {
  const claims: SlackFiles[] = [
    { 'groups.json': [{ id: 'GVAULT', name: 'general', members: ['UANN'] }] },
    { 'channels.json': [{ id: 'C1', name: 'DAB', members: [] }] },
    { 'mpims.json': [{ id: 'GTRIO', name: 'vault', members: ['UANN', 'UBEN', 'UCLEO'] }] },
  ];
  for (const claim of claims)
    await assert.rejects(
      readWithChange(() => claim),
      /it belongs to two conversations/,
    );
});

test('a channel is private if its list or its row says so', async () => {
  const { directory } = await readWithChange(({ 'channels.json': listed }) => ({
    'channels.json': [...listed, { id: 'CSECRET', name: 'secret', is_private: true, members: ['UANN'] }],
    'groups.json': [{ id: 'GVAULT', name: 'vault', is_private: false, members: ['UANN'] }],
  }));
  assert.deepEqual(
    directory.channels.map(({ name, isPrivate }) => [name, isPrivate]),
    [
      ['general', false],
      ['old', false],
      ['secret', true],
      ['vault', true],
    ],
  );
});
