// Valid email addresses and folder names, as tables.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { accountById } from '../../src/stores/accounts/account-store.ts';
import {
  addressErrorKindNow,
  checkNewEmail,
  checkRequestedEmail,
  isEmailAddress,
  isSameMailbox,
} from '../../src/stores/accounts/email-rules.ts';
import {
  checkFolderNameUnused,
  existingFolder,
  requireActiveFolder,
} from '../../src/stores/channel-folders/channel-folder-rules.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { startTestServer } from '../support/server.ts';

describe('an address', () => {
  const host = '.example';
  const longest = `${'a'.repeat(254 - 1 - 1 - host.length)}@b${host}`;
  for (const [text, expected] of [
    ['a@b', true],
    ['a.b+c@d.example', true],
    ["o'brien@D-9.example", true],
    ['a@0b909b.example', true],
    ['a@9b9.x909', true],
    ['a@b.0', true],
    [longest, true],
    [`a${longest}`, false],
    ['a', false],
    ['@b.example', false],
    ['a@', false],
    ['a@-b.example', false],
    ['a@b-.example', false],
    ['a@b..example', false],
    ['a b@c.example', false],
    ['<a@c.example>', false],
    ['a@b@c.example', false],
  ] as const) {
    test(`"${text.slice(0, 30)}" is ${expected ? 'valid' : 'invalid'}`, () =>
      assert.equal(isEmailAddress(text), expected));
  }
  for (const [one, other, expected] of [
    ['a@b.example', ' A@B.example ', true],
    ['a@b.example', 'b@b.example', false],
    ['i@b.example', 'ı@b.example', false],
    ['ä@b.example', 'Ä@b.example', false],
  ] as const) {
    test(`${one} and ${other} are ${expected ? 'the same mailbox' : 'different mailboxes'}`, () =>
      assert.equal(isSameMailbox(one, other), expected));
  }
});

const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
const reader = server.server.services.database.reader(1);

test('a requested address must be valid, allowed and available', async () => {
  await olive.ok('POST', '/realm/domains', { domain: 'in.example', allow_subdomains: false });
  const demo = await readOrganization(reader);
  const account = await accountById(reader, mel.userId);
  assert.ok(account);
  const open = { emails_restricted_to_domains: false, disallow_disposable_email_addresses: true };
  const closedSettings = { emails_restricted_to_domains: true, disallow_disposable_email_addresses: false };
  for (const [settings, email, isDisposable, expectedError] of [
    [open, 'new@any.example', false, undefined],
    [open, 'new@any.example', true, 'Please use your real email address.'],
    [open, 'no address', false, 'Invalid address.'],
    [open, 'MIA@example.com', false, 'Already has an account.'],
    [closedSettings, 'new@in.example', true, undefined],
    [closedSettings, 'new+1@in.example', false, 'Email addresses containing + are not allowed.'],
    [closedSettings, '+@in.example', false, 'Email addresses containing + are not allowed.'],
    [closedSettings, 'new@any.example', false, 'Outside your domain.'],
  ] as const) {
    const organization = { ...demo, settings: { ...demo.settings, ...settings } };
    for (const check of [
      () => checkNewEmail(reader, organization, email, isDisposable),
      () => checkRequestedEmail(reader, organization, account, { email, isDisposable }),
    ]) {
      if (expectedError === undefined) await check();
      else await assert.rejects(check(), { message: expectedError });
    }
    const isKnown = expectedError === 'Invalid address.' || expectedError === 'Already has an account.';
    const problem = await addressErrorKindNow(reader, organization, email, isDisposable);
    assert.equal(problem === undefined, expectedError === undefined || isKnown, email);
  }
});

test('a channel’s folder must exist, and the name of a folder must be unique', async () => {
  const make = async (name: string): Promise<number> =>
    (await olive.ok('POST', '/channel_folders/create', { name })).channel_folder_id;
  const [teams, old] = [await make('Teams'), await make('Old')];
  await olive.ok('PATCH', `/channel_folders/${old}`, { is_archived: true });
  const none = { message: 'Invalid channel folder ID' };
  await requireActiveFolder(reader, teams);
  await assert.rejects(requireActiveFolder(reader, old), none);
  assert.equal((await existingFolder(reader, old)).id, old);
  await assert.rejects(existingFolder(reader, 987_654), none);
  const nameInUse = { message: 'Channel folder name already in use' };
  await assert.rejects(checkFolderNameUnused(reader, 'TEAMS'), nameInUse);
  await assert.rejects(checkFolderNameUnused(reader, 'TEAMS', old), nameInUse);
  await checkFolderNameUnused(reader, 'TEAMS', teams);
  await checkFolderNameUnused(reader, 'old');
});
