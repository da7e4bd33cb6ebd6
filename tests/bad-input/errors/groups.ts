// Errors about groups of people.

import {
  type ExpectedError,
  type ExpectedErrors,
  NO_PERMISSION,
  UNKNOWN_ID,
  unknownPeople,
} from './expected-error.ts';

const INVALID_GROUP = 'Invalid user group';
function groups(): ExpectedError[] {
  return [
    { what: 'an unknown group', with: () => ({ user_group_id: UNKNOWN_ID }), msg: INVALID_GROUP },
    {
      what: "the other organization's group",
      with: ({ foreignIds }) => ({ user_group_id: foreignIds.group }),
      msg: INVALID_GROUP,
    },
  ];
}
const errorsOfChange = (): ExpectedError[] => [
  ...groups(),
  { what: 'a member without permission to manage it', by: 'mia', msg: NO_PERMISSION },
  {
    what: 'a system group',
    with: ({ ids }) => ({ user_group_id: ids.everyone }),
    msg: NO_PERMISSION,
  },
];

function groupListErrors(
  parameter: string,
  kind: 'user' | 'user group',
  more: Record<string, unknown> = {},
): ExpectedError[] {
  return [
    {
      what: `an unknown ${kind} in ${parameter}`,
      with: () => ({ ...more, [parameter]: [UNKNOWN_ID] }),
      msg: `Invalid ${kind} ID: ${UNKNOWN_ID}`,
    },
    {
      what: `a ${kind} of the other organization in ${parameter}`,
      with: ({ foreignIds }) => ({
        ...more,
        [parameter]: [kind === 'user' ? foreignIds.person : foreignIds.group],
      }),
      msg: ({ foreignIds }) =>
        `Invalid ${kind} ID: ${kind === 'user' ? foreignIds.person : foreignIds.group}`,
    },
  ];
}
const WITHOUT = { add: undefined, delete: undefined };

export const groupErrors: ExpectedErrors = {
  'create-user-group': [
    ...groupListErrors('members', 'user'),
    ...groupListErrors('subgroups', 'user group'),
    {
      what: 'the name of another group',
      with: () => ({ name: 'builders' }),
      msg: "User group 'builders' already exists.",
    },
    { what: 'an empty name', with: () => ({ name: ' ' }), msg: "User group name can't be empty!" },
    {
      what: 'a name that is too long',
      with: () => ({ name: 'x'.repeat(101) }),
      msg: 'User group name cannot exceed 100 characters.',
    },
    {
      what: 'a name reserved for the server',
      with: () => ({ name: 'role:kings' }),
      msg: "User group name cannot start with 'role:'.",
    },
    {
      what: 'a deactivated group',
      with: ({ ids }) => ({ subgroups: [ids.disbanded] }),
      msg: 'User group is deactivated.',
    },
    {
      what: 'everyone as managers',
      with: ({ ids }) => ({ can_manage_group: ids.everyone }),
      msg: "'can_manage_group' setting cannot be set to 'role:everyone' group.",
    },
    {
      what: 'a deactivated user',
      with: ({ ids }) => ({ members: [ids.gone] }),
      msg: ({ ids }) => `Invalid user ID: ${ids.gone}`,
    },
  ],
  'update-user-group': [
    ...errorsOfChange(),
    {
      what: 'a request that changes nothing',
      with: () => ({ name: undefined }),
      msg: 'No new data supplied',
    },
    {
      what: 'the name of another group',
      with: () => ({ name: 'testers' }),
      msg: "User group 'testers' already exists.",
    },
  ],
  'update-user-group-members': [
    ...errorsOfChange(),
    ...groupListErrors('add', 'user'),
    ...groupListErrors('delete', 'user', WITHOUT),
    ...groupListErrors('add_subgroups', 'user group', WITHOUT),
    ...groupListErrors('delete_subgroups', 'user group', WITHOUT),
    {
      what: 'nothing to add or to delete',
      with: () => WITHOUT,
      msg: 'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    },
    {
      what: 'a user who is already a member',
      with: ({ person }) => ({ add: [person('mel')] }),
      msg: ({ person }) => `User ${person('mel')} is already a member of this group`,
    },
    {
      what: 'removing a user who is not a member',
      with: ({ person }) => ({ ...WITHOUT, delete: [person('max')] }),
      msg: ({ person }) => `There is no member '${person('max')}' in this user group`,
    },
  ],
  'get-user-group-members': groups(),
  'get-is-user-group-member': [...groups(), ...unknownPeople()],
  'get-user-group-subgroups': groups(),
  'update-user-group-subgroups': [
    ...errorsOfChange(),
    ...groupListErrors('add', 'user group', WITHOUT),
    ...groupListErrors('delete', 'user group', WITHOUT),
    {
      what: 'a group that is already a subgroup',
      with: ({ ids }) => ({ ...WITHOUT, add: [ids.inner] }),
      msg: ({ ids }) => `User group ${ids.inner} is already a subgroup of this group.`,
    },
    {
      what: 'a group that contains it',
      with: ({ ids }) => ({ ...WITHOUT, user_group_id: ids.inner, add: [ids.group] }),
      msg: ({ ids }) => `User group ${ids.inner} is already a subgroup of one of the passed subgroups.`,
    },
  ],
  'deactivate-user-group': [
    ...errorsOfChange(),
    {
      what: 'a group that is already deactivated',
      with: ({ ids }) => ({ user_group_id: ids.disbanded }),
      msg: 'User group is deactivated.',
    },
    {
      what: 'a group that is in use',
      with: ({ ids }) => ({ user_group_id: ids.inner }),
      code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
      msg: 'Cannot deactivate user group in use.',
    },
  ],
};
