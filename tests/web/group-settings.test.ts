// Groups and the settings that name them: members through subgroups, accepted groups, who may invite.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import {
  acceptedGroups,
  explicitSetting,
  rulesFor,
  withMember,
  withoutMember,
} from '../../web/store/group-settings.ts';
import { groupsOf, membersOf } from '../../web/store/groups.ts';
import { inviteMethods } from '../../web/store/invite-methods.ts';

const group = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  members: [],
  direct_subgroup_ids: [],
  is_system_group: name.startsWith('role:'),
  deactivated: false,
  ...more,
});

const stateWith = (groups: readonly object[], more: object = {}) =>
  ({ realm_user_groups: groups, ...more }) as unknown as State;

test('members of subgroups are members, even if groups contain each other', () => {
  const state = stateWith([
    group(1, 'all', { members: [10], direct_subgroup_ids: [2, 9] }),
    group(2, 'some', { members: [11, 12], direct_subgroup_ids: [3] }),
    group(3, 'few', { members: [13], direct_subgroup_ids: [1] }),
    group(4, 'others', { members: [14] }),
  ]);
  assert.deepEqual([...membersOf(state, 1)].sort(), [10, 11, 12, 13]);
  assert.deepEqual([...membersOf(state, 4)], [14]);
  assert.deepEqual([...membersOf(state, 9)], []);
});

test('the groups of an account are sorted by name, without system groups and deactivated ones', () => {
  const members = [7];
  const state = stateWith([
    group(1, 'role:members', { members }),
    group(2, 'writers', { direct_subgroup_ids: [4] }),
    group(3, 'past', { members, deactivated: true }),
    group(4, 'editors', { members }),
    group(5, 'others'),
  ]);
  assert.deepEqual(
    groupsOf(state, 7).map(({ name }) => name),
    ['editors', 'writers'],
  );
});

test('people and groups are added to a setting only once, and removed from it', () => {
  assert.deepEqual(explicitSetting(5), { direct_members: [], direct_subgroups: [5] });
  const withPerson = withMember(5, { kind: 'person', id: 8 });
  assert.deepEqual(withPerson, { direct_members: [8], direct_subgroups: [5] });
  assert.deepEqual(withMember(withPerson, { kind: 'person', id: 8 }), withPerson);
  const withGroup = withMember(withPerson, { kind: 'group', id: 8 });
  assert.deepEqual(withGroup, { direct_members: [8], direct_subgroups: [5, 8] });
  assert.deepEqual(withMember(withGroup, { kind: 'group', id: 5 }).direct_subgroups, [8, 5]);
  assert.deepEqual(withoutMember(withGroup, { kind: 'person', id: 8 }), {
    direct_members: [],
    direct_subgroups: [5, 8],
  });
  assert.deepEqual(withoutMember(withGroup, { kind: 'group', id: 8 }), withPerson);
});

test('a setting offers the groups that the server accepts, system groups first', () => {
  const groups = [
    group(6, 'designers'),
    group(5, 'past', { deactivated: true }),
    group(4, 'role:internet'),
    group(3, 'role:everyone'),
    group(2, 'role:nobody'),
    group(1, 'role:members'),
  ];
  const accepting = (rules: object | undefined) => {
    const state = stateWith(groups, {
      server_supported_permission_settings: { realm: rules && { can_do: rules } },
    });
    return acceptedGroups(state, 'realm', 'can_do').map(({ name }) => name);
  };
  const all = {
    require_system_group: false,
    allow_nobody_group: true,
    allow_everyone_group: true,
    allowed_system_groups: [],
  };
  const everything = ['role:members', 'role:nobody', 'role:everyone', 'designers'];
  assert.deepEqual(accepting(all), everything);
  assert.deepEqual(accepting(undefined), everything);
  assert.deepEqual(accepting({ ...all, require_system_group: true }), everything.slice(0, 3));
  assert.deepEqual(accepting({ ...all, allow_nobody_group: false }), [
    'role:members',
    'role:everyone',
    'designers',
  ]);
  assert.deepEqual(accepting({ ...all, allow_everyone_group: false }), [
    'role:members',
    'role:nobody',
    'designers',
  ]);
  assert.deepEqual(accepting({ ...all, allowed_system_groups: ['role:nobody'] }), [
    'role:nobody',
    'designers',
  ]);
  assert.equal(rulesFor(stateWith([]), 'stream', 'can_do').require_system_group, false);
});

test('an account may invite by mail and by link as the settings allow, a guest never', () => {
  const groups = [group(1, 'inviters', { members: [7] }), group(2, 'others')];
  const methods = (mail: number, link: number, isGuest = false) =>
    inviteMethods(
      stateWith(groups, {
        is_guest: isGuest,
        realm_can_invite_users_group: mail,
        realm_create_multiuse_invite_group: link,
      }),
      7,
    );
  assert.deepEqual(methods(1, 1), ['mail', 'link']);
  assert.deepEqual(methods(1, 2), ['mail']);
  assert.deepEqual(methods(2, 1), ['link']);
  assert.deepEqual(methods(1, 1, true), []);
});
