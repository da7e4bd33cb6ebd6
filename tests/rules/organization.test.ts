// Checks of an organization's bots, default channels, domains, emoji, folders and exports, as tables.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import type { Account } from '../../src/model/accounts/account.ts';
import type { Keyring } from '../../src/model/accounts/credentials.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { checkKeysExist, checkStorageLimit } from '../../src/model/bot-storage/bot-storage-rules.ts';
import type { Channel } from '../../src/model/channels/channel.ts';
import { checkMayChangeDefaultChannels } from '../../src/model/channels/default-channel-rules.ts';
import type { DefaultChannelGroup } from '../../src/model/default-channel-groups/default-channel-group.ts';
import {
  checkDefaultGroupNameIsFree,
  checkedDefaultGroupName,
  checkMayContain,
  groupWithId,
} from '../../src/model/default-channel-groups/default-channel-group-rules.ts';
import { checkDomainIsNew, domainNotFound, isInDomains } from '../../src/model/domains/domain-rules.ts';
import type { CustomEmoji } from '../../src/model/emoji/custom-emoji.ts';
import {
  checkEmojiNameIsUnused as checkEmojiNameIsFree,
  checkMayOverrideEmoji,
  checkMayRemoveEmoji,
  emojiNotFound,
  normalEmojiName,
} from '../../src/model/emoji/emoji-rules.ts';
import type { Organization } from '../../src/model/organizations/organization.ts';
import { normalFolderName } from '../../src/stores/channel-folders/channel-folder-rules.ts';
import type { ExportRow } from '../../src/stores/exports/export.ts';
import {
  checkExportRate,
  checkKind,
  checkSize,
  deletableExport,
} from '../../src/stores/exports/export-rules.ts';
import { rule } from './rule.ts';

const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('a bot’s storage', () => {
  const maximum = limits.botStorageCharacters;
  for (const [unchanged, values, expectedError] of [
    [0, {}, undefined],
    [maximum - 4, { ab: 'cd' }, undefined],
    [maximum - 3, { ab: 'cd' }, 1],
    [maximum - 4, { ab: '🐙d', c: '' }, 1],
    [maximum, { a: 'bc' }, 3],
  ] as const) {
    const message = `Request exceeds storage limit by ${expectedError} characters. The limit is ${maximum} characters.`;
    rule(
      `${JSON.stringify(values)} with ${maximum - unchanged} characters left`,
      expectedError && message,
      () => checkStorageLimit(unchanged, values),
    );
  }
  rule('names of stored values', undefined, () => checkKeysExist(['a', 'b'], { a: '', b: '' }));
  rule('names without a value', 'Key does not exist.', () => checkKeysExist(['a', 'toString'], { a: '' }));
});

describe('default channels', () => {
  const refusalText = 'You do not have permission to change default channels.';
  rule('administrators', undefined, () =>
    checkMayChangeDefaultChannels({ role: Role.administrator } as Account),
  );
  rule('moderators', refusalText, () => checkMayChangeDefaultChannels({ role: Role.moderator } as Account));
});

describe('default channel groups', () => {
  const group = (id: number, name: string): DefaultChannelGroup => ({
    id,
    name,
    description: '',
    channelIds: [],
  });
  test('a name is trimmed', () => assert.equal(checkedDefaultGroupName(' Sales '), 'Sales'));
  rule('no name', "Invalid default channel group name ' '", () => checkedDefaultGroupName(' '));
  rule('60 characters', undefined, () => checkedDefaultGroupName('é'.repeat(60)));
  rule('61 characters', 'Default channel group name too long (limit: 60 characters)', () =>
    checkedDefaultGroupName('é'.repeat(61)),
  );
  rule('another name', undefined, () => checkDefaultGroupNameIsFree('Sales', [group(1, 'Support')]));
  rule('the same name', "Default channel group 'sales' already exists", () =>
    checkDefaultGroupNameIsFree('sales', [group(1, 'Support'), group(2, 'Sales')]),
  );
  test('a group is found by its id', () =>
    assert.equal(groupWithId([group(1, 'Support'), group(2, 'Sales')], 2).name, 'Sales'));
  rule('an unknown id', "Default channel group with id '3' does not exist.", () =>
    groupWithId([group(1, 'Support')], 3),
  );
  const channel = (more: Partial<Channel>) =>
    ({ id: 5, name: 'news', isDefault: false, isPrivate: false, ...more }) as Channel;
  for (const [channelIds, more, expected] of [
    [[], {}, undefined],
    [[6], {}, undefined],
    [[6, 5], {}, "Channel 'news' is already present in default channel group 'Sales'"],
    [[], { isDefault: true }, "'news' is a default channel and cannot be added to 'Sales'"],
    [[], { isPrivate: true }, "'news' is private and cannot be added to 'Sales'"],
  ] as const) {
    rule(`a channel with ${JSON.stringify(more)} in a group of channels ${channelIds.join()}`, expected, () =>
      checkMayContain('Sales', channelIds, channel(more)),
    );
  }
});

describe('allowed domains', () => {
  const domain = (name: string) => ({ id: 1, domain: name, allowSubdomains: false });
  rule('another domain', undefined, () => checkDomainIsNew('b.example', [domain('a.example')]));
  rule('the same domain', 'The domain a.example is already a part of your organization.', () =>
    checkDomainIsNew('a.example', [domain('b.example'), domain('a.example')]),
  );
  test('the error of another domain names it', () =>
    assert.equal(domainNotFound('c.example').message, 'No entry found for domain c.example.'));
  test('the part after the last @ counts, with any of several domains', () => {
    const domains = [domain('b.example'), domain('a.example')];
    assert.equal(isInDomains('"x@b.example"@c.example', domains), false);
    assert.equal(isInDomains('x@a.example ', domains), true);
    assert.equal(isInDomains('x@a.example', []), false);
  });
});

describe('custom emoji', () => {
  const characters =
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, underscores, and periods.';
  const ending = 'Emoji names must end with either a letter or digit.';
  for (const [name, expectedError] of [
    [' ', 'Emoji name is missing'],
    ['a/b', characters],
    ['ümlaut', characters],
    ['a_', ending],
    ['a.', ending],
    ['a-', ending],
    ['a.b-c_d e01', undefined],
  ] as const) {
    rule(`the name "${name}"`, expectedError, () => normalEmojiName(name));
  }
  const builtIn = 'Only administrators can override default emoji.';
  rule('a moderator uses another name', undefined, () => checkMayOverrideEmoji('party', Role.moderator));
  rule('a moderator uses the name of a built-in emoji', builtIn, () =>
    checkMayOverrideEmoji('octopus', Role.moderator),
  );
  rule('an administrator uses the name of a built-in emoji', undefined, () =>
    checkMayOverrideEmoji('octopus', Role.administrator),
  );

  const emoji = (more: Partial<CustomEmoji> = {}): CustomEmoji => ({
    id: 1,
    name: 'party',
    authorId: 7,
    fileName: '1.png',
    isAnimated: false,
    isDeactivated: false,
    ...more,
  });
  const author = 'Must be an organization administrator or emoji author';
  for (const [id, role, mayAdd, expectedError] of [
    [1, Role.administrator, false, undefined],
    [1, Role.moderator, true, author],
    [7, Role.member, true, undefined],
    [7, Role.member, false, 'Insufficient permission'],
  ] as const) {
    rule(
      `account ${id} with role ${role}, who may ${mayAdd ? '' : 'not '}add emoji, removes the emoji of account 7`,
      expectedError,
      () => checkMayRemoveEmoji(emoji(), { id, role, mayAdd }),
    );
  }
  test('the error of an unknown name contains it', () => {
    const { status, message } = emojiNotFound('party');
    assert.deepEqual([status, message], [404, "Emoji 'party' does not exist"]);
  });
  const nameExists = 'A custom emoji with this name already exists.';
  rule('another name', undefined, () => checkEmojiNameIsFree('dance', [emoji()]));
  rule('the same name', nameExists, () => checkEmojiNameIsFree('party', [emoji({ name: 'dance' }), emoji()]));
  rule('the name of a deactivated emoji', undefined, () =>
    checkEmojiNameIsFree('party', [emoji({ isDeactivated: true })]),
  );
});

describe('channel folders', () => {
  test('a name is trimmed', () => assert.equal(normalFolderName(' Teams '), 'Teams'));
  rule('no name', "Channel folder name can't be empty.", () => normalFolderName('  '));
  for (const [name, position] of [
    ['\u0007a', 1],
    ['a\u0000', 2],
    ['🐙b\u0007', 3],
    ['a\ud800', 2],
  ] as const) {
    rule(JSON.stringify(name), `Invalid character in channel folder name, at position ${position}.`, () =>
      normalFolderName(name),
    );
  }
});

describe('exports', () => {
  const open = { settings: { owner_full_content_access: true } } as Organization;
  const closedOrganization = { settings: { owner_full_content_access: false } } as Organization;
  const consent =
    'Invalid export_type: without consent, private data can be exported only where owners have access to all content. Use full_with_consent.';
  rule('an export without consent, where owners read all content', undefined, () =>
    checkKind('full_without_consent', open),
  );
  rule('an export without consent', consent, () => checkKind('full_without_consent', closedOrganization));
  rule('an export with consent', undefined, () => checkKind('full_with_consent', closedOrganization));

  const WEEK = 7 * 86_400;
  const now = 100 * WEEK;
  const row = (more: Partial<ExportRow> = {}) =>
    ({
      asked_at: now - WEEK + 1,
      completed_at: null,
      failed_at: null,
      deleted_at: null,
      secret: null,
      ...more,
    }) as ExportRow;
  const maximum = limits.exportsPerWeek;
  const tooOften = `Exceeded rate limit. An organization can make ${maximum} exports a week.`;
  for (const [what, more, expectedError] of [
    ['of this week', {}, tooOften],
    ['of last week', { asked_at: now - WEEK }, undefined],
    ['that failed', { failed_at: now }, undefined],
  ] as const) {
    rule(`one more export after ${maximum} ${what}`, expectedError, () =>
      checkExportRate(
        many(maximum, () => row(more)),
        now,
      ),
    );
  }
  rule(`one more export after ${maximum - 1}`, undefined, () =>
    checkExportRate(
      many(maximum - 1, () => row()),
      now,
    ),
  );
  rule('an export with uploads of the maximum size', undefined, () => checkSize(limits.exportedUploadBytes));
  rule(
    'an export with larger uploads',
    'Please request a manual export from the administrator of this server.',
    () => checkSize(limits.exportedUploadBytes + 1),
  );
  const keyring = {} as Keyring;
  for (const [what, deletedAccount, expectedError] of [
    ['an unknown export', undefined, 'Invalid data export ID'],
    ['a deleted export', row({ completed_at: 1, deleted_at: 2, failed_at: 3 }), 'Export already deleted'],
    ['a failed export', row({ failed_at: 1 }), 'Export failed, nothing to delete'],
    ['a pending export', row(), 'Export still in progress'],
    ['an export without a file yet', row({ completed_at: 1 }), 'Export still in progress'],
  ] as const) {
    rule(`deletes ${what}`, expectedError, () => deletableExport(keyring, deletedAccount));
  }
});
