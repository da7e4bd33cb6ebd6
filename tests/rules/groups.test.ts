// Names and members of user groups, as tables.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  checkAccountsExist,
  checkAreMembers,
  checkAreSubgroups,
  checkedGroupName,
  checkGroupNameIsFree,
  checkMayNest,
  checkNotMembers,
  checkSubgroupsExist,
} from '../../src/model/groups/group-rules.ts';
import { namedIds } from '../../src/model/groups/permission-rules.ts';
import type { UserGroup } from '../../src/model/groups/user-group.ts';
import { rule } from './rule.ts';

describe('names', () => {
  test('are trimmed', () => assert.equal(checkedGroupName(' cooks '), 'cooks'));
  const long = 'User group name cannot exceed 100 characters.';
  for (const [name, expectedError] of [
    [' ', "User group name can't be empty!"],
    ['é'.repeat(100), undefined],
    ['é'.repeat(101), long],
    ['@cooks', "User group name cannot start with '@'."],
    ['role:cooks', "User group name cannot start with 'role:'."],
    ['user:cooks', "User group name cannot start with 'user:'."],
    ['stream:cooks', "User group name cannot start with 'stream:'."],
    ['channel:cooks', "User group name cannot start with 'channel:'."],
    ['cooks@role:', undefined],
  ] as const) {
    rule(`"${name.slice(0, 20)}" of ${name.length}`, expectedError, () => checkedGroupName(name));
  }
  rule('an unused name', undefined, () => checkGroupNameIsFree('cooks', undefined));
  rule('the group’s own name', undefined, () => checkGroupNameIsFree('cooks', 5, 5));
  rule('the name of another group', "User group 'cooks' already exists.", () =>
    checkGroupNameIsFree('cooks', 5, 6),
  );
  rule('the name of another group, for a new group', "User group 'cooks' already exists.", () =>
    checkGroupNameIsFree('cooks', 5),
  );
});

const group = {
  id: 1,
  name: 'cooks',
  memberIds: new Set([10, 11]),
  subgroupIds: new Set([2, 3]),
} as unknown as UserGroup;

describe('members', () => {
  const active = new Set([10, 11, 12]);
  rule('active accounts', undefined, () => checkAccountsExist([10, 12], active));
  rule('unknown accounts', 'Invalid user ID: 13', () => checkAccountsExist([10, 13, 14], active));
  rule('added accounts that are not members', undefined, () => checkNotMembers(group, [12, 13]));
  rule('an added account that is a member', 'User 11 is already a member of this group', () =>
    checkNotMembers(group, [12, 11]),
  );
  rule('removed accounts that are members', undefined, () => checkAreMembers(group, [10, 11]));
  rule('a removed account that is not a member', "There is no member '12' in this user group", () =>
    checkAreMembers(group, [10, 12]),
  );
});

describe('subgroups', () => {
  const groups = new Map([
    [2, { isDeactivated: false }],
    [3, { isDeactivated: true }],
  ]);
  rule('an existing group', undefined, () => checkSubgroupsExist([2], groups));
  rule('an unknown group', 'Invalid user group ID: 4', () => checkSubgroupsExist([2, 4], groups));
  rule('a deactivated group', 'User group is deactivated.', () => checkSubgroupsExist([2, 3], groups));
  rule('added groups that are not subgroups', undefined, () => checkMayNest(group, [4, 5], [4, 5, 6]));
  rule('an added group that is a subgroup', 'User group 3 is already a subgroup of this group.', () =>
    checkMayNest(group, [4, 3], [4, 3]),
  );
  rule(
    'an added group that contains this group',
    'User group 1 is already a subgroup of one of the passed subgroups.',
    () => checkMayNest(group, [4], [4, 1]),
  );
  rule('removed groups that are subgroups', undefined, () => checkAreSubgroups(group, [2, 3]));
  rule('a removed group that is not a subgroup', 'User group 4 is not a subgroup of this group.', () =>
    checkAreSubgroups(group, [2, 4]),
  );
});

test('a value of a setting names groups and people', () => {
  assert.deepEqual(namedIds(5), { groupIds: [5], accountIds: [] });
  assert.deepEqual(namedIds({ direct_members: [1, 2], direct_subgroups: [3] }), {
    groupIds: [3],
    accountIds: [1, 2],
  });
});
