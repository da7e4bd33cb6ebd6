// Which values a group-valued setting accepts, and which accounts a value permits, as tables without a server.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { systemGroupsOfRole } from '../../src/actions/groups/role-change-events.ts';
import { canonicalGroupSetting, type GroupSettingValue } from '../../src/api-contract/group-setting.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import { checkPermissionValue } from '../../src/model/groups/permission-rules.ts';
import { definePermission } from '../../src/model/groups/permission-setting.ts';
import { systemGroups } from '../../src/model/groups/system-groups.ts';
import { type GroupCandidate, isFullMember, type UserGroup } from '../../src/model/groups/user-group.ts';
import { settingAllows } from '../../src/stores/groups/allows-setting.ts';

const DAY = 86_400;
const NOW = 1000 * DAY;

function group(id: number, name: string, more: Partial<UserGroup> = {}): UserGroup {
  return {
    id,
    name,
    description: '',
    isSystem: name.startsWith('role:'),
    creatorId: null,
    createdAt: null,
    isDeactivated: false,
    settings: {} as UserGroup['settings'],
    memberIds: new Set(),
    subgroupIds: new Set(),
    ...more,
  };
}

// System groups have the ids 1 to 8, in order.
const groups = new Map<number, UserGroup>([
  ...systemGroups.map(({ name }, index) => [index + 1, group(index + 1, name)] as const),
  [20, group(20, 'people', { memberIds: new Set([100]), subgroupIds: new Set([21]) })],
  [21, group(21, 'inner', { memberIds: new Set([101]), subgroupIds: new Set([20, 4]) })],
  [22, group(22, 'gone', { isDeactivated: true })],
]);
const idOf = Object.fromEntries(systemGroups.map(({ name }, index) => [name, index + 1]));

const open = definePermission('', 'role:everyone', ['nobody', 'everyone']);
const closedPermission = definePermission('', 'role:members', []);
const withSystemGroups = definePermission('', 'role:owners', ['nobody'], {
  systemGroupOnly: true,
  allowedSystemGroups: ['role:owners', 'role:nobody'],
});

const single = definePermission('', 'role:owners', [], { allowedSystemGroups: ['role:owners'] });

describe('accepted values of a setting', () => {
  const existing = { groups, accountIds: new Set([100, 101]) };
  const anonymous = (members: number[], subgroups: number[]): GroupSettingValue => ({
    direct_members: members,
    direct_subgroups: subgroups,
  });
  const cases: readonly (readonly [string, typeof open, GroupSettingValue, string | undefined])[] = [
    ['everyone where allowed', open, idOf['role:everyone'] ?? 0, undefined],
    ['nobody where allowed', open, idOf['role:nobody'] ?? 0, undefined],
    ['the internet', open, idOf['role:internet'] ?? 0, "'s' setting cannot be set to 'role:internet' group."],
    [
      'everyone where not allowed',
      closedPermission,
      idOf['role:everyone'] ?? 0,
      "'s' setting cannot be set to 'role:everyone' group.",
    ],
    [
      'nobody where not allowed',
      closedPermission,
      idOf['role:nobody'] ?? 0,
      "'s' setting cannot be set to 'role:nobody' group.",
    ],
    [
      'everyone within an anonymous group',
      closedPermission,
      anonymous([100], [idOf['role:everyone'] ?? 0]),
      undefined,
    ],
    ['an unknown group', open, 99, 'Invalid user group'],
    ['a deactivated group', open, 22, 'User group is deactivated.'],
    ['a group other than a system group', withSystemGroups, 20, "'s' must be a system user group."],
    [
      'an anonymous group for a system group',
      withSystemGroups,
      anonymous([100, 101], []),
      "'s' must be a system user group.",
    ],
    [
      'a system group off the list',
      withSystemGroups,
      idOf['role:members'] ?? 0,
      "'s' setting cannot be set to 'role:members' group.",
    ],
    [
      'a system group other than the only one on the list',
      single,
      idOf['role:members'] ?? 0,
      "'s' setting cannot be set to 'role:members' group.",
    ],
    ['the only system group on the list', single, idOf['role:owners'] ?? 0, undefined],
    ['a system group on the list', withSystemGroups, idOf['role:owners'] ?? 0, undefined],
    ['an unknown person', open, anonymous([100, 102], []), 'Invalid user ID: 102'],
    ['an unknown group within', open, anonymous([100], [99]), 'Invalid user group ID: 99'],
    ['a deactivated group within', open, anonymous([100], [22]), 'User group is deactivated.'],
  ];
  for (const [what, setting, value, message] of cases) {
    test(`${what} is ${message === undefined ? 'accepted' : 'refused'}`, () => {
      const check = () => checkPermissionValue('s', setting, value, existing);
      if (message === undefined) check();
      else assert.throws(check, { message });
    });
  }

  test('a refused group that is not a system group names the setting', () => {
    assert.throws(() => checkPermissionValue('s', withSystemGroups, 20, existing), {
      code: 'SYSTEM_GROUP_REQUIRED',
      extra: { setting_name: 's' },
    });
  });
});

test('values have one canonical form', () => {
  const canonical = (members: number[], subgroups: number[]) =>
    canonicalGroupSetting({ direct_members: members, direct_subgroups: subgroups }, 1);
  assert.equal(canonical([], []), 1);
  assert.equal(canonical([], [5, 5]), 5);
  assert.deepEqual(canonical([3, 2, 3], []), { direct_members: [2, 3], direct_subgroups: [] });
  assert.deepEqual(canonical([], [7, 6]), { direct_members: [], direct_subgroups: [6, 7] });
});

describe('accounts that a value permits', () => {
  const directory = { groups, waitingPeriodDays: 10 };
  const person = (id: number, role: Role, more: Partial<GroupCandidate> = {}): GroupCandidate => ({
    id,
    role,
    isActive: true,
    isBot: false,
    dateJoined: NOW - 5 * DAY,
    ...more,
  });
  const cases: readonly (readonly [string, typeof open, GroupSettingValue, GroupCandidate, boolean])[] = [
    ['a member of the group', open, 20, person(100, Role.member), true],
    ['a member of a group within', open, 20, person(101, Role.member), true],
    ['a member by role of a system group within', open, 20, person(300, Role.moderator), true],
    ['no one else, even if groups contain each other', open, 20, person(300, Role.member), false],
    ['no deactivated member', open, 20, person(100, Role.member, { isActive: false }), false],
    [
      'no deactivated owner',
      open,
      idOf['role:everyone'] ?? 0,
      person(1, Role.owner, { isActive: false }),
      false,
    ],
    [
      'a named person',
      closedPermission,
      { direct_members: [7], direct_subgroups: [] },
      person(7, Role.member),
      true,
    ],
    [
      'no named guest if guests are not allowed',
      closedPermission,
      { direct_members: [7], direct_subgroups: [] },
      person(7, Role.guest),
      false,
    ],
    [
      'a named guest if guests are allowed',
      open,
      { direct_members: [7], direct_subgroups: [] },
      person(7, Role.guest),
      true,
    ],
    [
      'no owner without membership',
      open,
      { direct_members: [7], direct_subgroups: [] },
      person(1, Role.owner),
      false,
    ],
    ['no new member among full members', open, idOf['role:fullmembers'] ?? 0, person(7, Role.member), false],
    [
      'an old member among full members',
      open,
      idOf['role:fullmembers'] ?? 0,
      person(7, Role.member, { dateJoined: NOW - 10 * DAY }),
      true,
    ],
    [
      'a new moderator among full members',
      open,
      idOf['role:fullmembers'] ?? 0,
      person(7, Role.moderator),
      true,
    ],
    ['no guest among members', open, idOf['role:members'] ?? 0, person(7, Role.guest), false],
    ['no administrator among owners', open, idOf['role:owners'] ?? 0, person(7, Role.administrator), false],
    ['an owner among moderators', open, idOf['role:moderators'] ?? 0, person(7, Role.owner), true],
    ['nobody in nobody', open, idOf['role:nobody'] ?? 0, person(7, Role.owner), false],
  ];
  for (const [what, setting, value, client, expected] of cases) {
    test(what, () =>
      assert.equal(settingAllows({ directory, account: client, now: NOW }, setting, value), expected),
    );
  }
});

test('a role determines a person’s system groups', () => {
  const account = { dateJoined: NOW - 5 * DAY, isSystemBot: false };
  const inGroups = (role: Role, days: number) => systemGroupsOfRole(account, role, days, NOW);
  assert.deepEqual(inGroups(Role.owner, 10), ['role:owners']);
  assert.deepEqual(inGroups(Role.guest, 0), ['role:everyone']);
  assert.deepEqual(inGroups(Role.member, 10), ['role:members']);
  assert.deepEqual(inGroups(Role.member, 5), ['role:fullmembers', 'role:members']);
  assert.deepEqual(systemGroupsOfRole({ ...account, isSystemBot: true }, Role.member, 0, NOW), []);
  assert.equal(isFullMember({ role: Role.guest, dateJoined: 0 }, 0, NOW), false);
});
