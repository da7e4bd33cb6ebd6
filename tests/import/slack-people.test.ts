// The accounts that people and bots of a Slack export become.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slack } from '../../src/imports/slack/reader.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { readArchive } from './read-archive.ts';
import { person, type SlackFiles, slackFiles, writeExport } from './slack-archive.ts';

type List = Record<string, unknown>[];

/** Reads the export of the other tests with more people, and other messages in its first channel. */
async function withMore(people: List, messages: List = [], more: SlackFiles = {}) {
  const files = slackFiles();
  files['users.json'].push(...people);
  return await readArchive(
    slack,
    await writeExport({ ...files, 'general/2023-11-14.json': messages, ...more }),
  );
}

test('members of other teams can neither log in nor administer, whatever the export says', async () => {
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

test('two people with the same address remain two accounts, and the active one keeps the address', async () => {
  const { account, counts } = await withMore([
    person('UPAST', 'past', { deleted: true, profile: { email: 'Ben@ship.example' } }),
    person('ULEFT', 'left', { deleted: true, profile: { email: 'new@ship.example' } }),
    person('UNEW', 'new', { is_restricted: true }),
    person('UTWO', 'two', { deleted: true, profile: { email: 'once@ship.example' } }),
    person('UTHREE', 'three', { deleted: true, profile: { email: 'once@ship.example' } }),
    person('UODD', 'odd', { deleted: true, profile: { email: 'no address' } }),
  ]);
  const addresses = ['Ben', 'Past', 'Left', 'New', 'Two', 'Three', 'Odd'].map(
    (name) => account(`${name} Sailor`)?.email,
  );
  assert.deepEqual(addresses, [
    'ben@ship.example',
    'upast@slack.invalid',
    'uleft@slack.invalid',
    'new@ship.example',
    'once@ship.example',
    'uthree@slack.invalid',
    'uodd@slack.invalid',
  ]);
  assert.equal(account('New Sailor')?.role, Role.guest);
  assert.equal(account('Left Sailor')?.isActive, false);
  assert.equal(counts['addresses: another person has them, who is active or was listed before'], 3);
  await assert.rejects(
    withMore([person('UTWIN', 'twin', { profile: { email: 'BEN@ship.example' } })]),
    /users\.json, row 5: "profile" has the same address as "ben", who is also active/,
  );
});

test('long and similar names of bots and people get different addresses', async () => {
  const name = `${'lighthouse '.repeat(9)}bot`;
  const hooks = ['B1', 'B2', 'B3'].map((id, at) => ({
    type: 'message',
    subtype: 'bot_message',
    ts: `170000000${at}.000100`,
    bot_id: id,
    username: name,
    text: id,
  }));
  const { directory, messages } = await withMore([], hooks);
  const senders = new Set(messages.filter(({ content }) => /^B\d/.test(content)).map((one) => one.senderId));
  assert.equal(senders.size, 3);
  const emails = directory.accounts.map(({ email }) => email);
  assert.equal(new Set(emails).size, emails.length);
});
