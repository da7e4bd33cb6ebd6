// Who the people and bots of a Slack export become.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slack } from '../../src/imports/slack/reader.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { readArchive } from './read-archive.ts';
import { person, type SlackFiles, slackFiles, writtenExport } from './slack-archive.ts';

type List = Record<string, unknown>[];

/** Reads the export of other tests with more people, and other messages in its first channel. */
async function withMore(people: List, messages: List = [], more: SlackFiles = {}) {
  const files = slackFiles();
  files['users.json'].push(...people);
  return await readArchive(
    slack,
    await writtenExport({ ...files, 'general/2023-11-14.json': messages, ...more }),
  );
}

test('strangers of other teams neither log in nor administer, whatever else is said of them', async () => {
  const { account } = await withMore([
    person('USTR', 'stranger', { is_stranger: true, is_owner: true, is_admin: true }),
    person('UOTHER', 'other', { team_id: 'T2', is_primary_owner: false, is_admin: true }),
    person('UFAR', 'far', { team_id: 'T2', profile: { email: undefined } }),
    person('UOURS', 'ours', { is_admin: true }),
  ]);
  for (const name of ['Stranger Sailor', 'Other Sailor', 'Far Sailor']) {
    const { role, isActive, isStub } = account(name) ?? assert.fail(name);
    assert.deepEqual([role, isActive, isStub], [Role.member, false, true], name);
  }
  const { role, isActive, isStub } = account('Ours Sailor') ?? assert.fail();
  assert.deepEqual([role, isActive, isStub], [Role.administrator, true, false]);
});
