// GET /user_groups: all groups, including system groups.

import { boolean, list, view } from '../../api-contract/codec.ts';
import { withDefault } from '../../api-contract/parameter.ts';
import { groupSchema } from '../../model/groups/group-schema.ts';
import { wireGroups } from '../../model/groups/wire-group.ts';
import { readOperation } from '../operation.ts';

export const getUserGroups = readOperation({
  name: 'get-user-groups',
  method: 'GET',
  path: '/user_groups',
  summary: 'List user groups.',
  access: 'member',
  parameters: {
    include_deactivated_groups: withDefault(boolean, false, 'Whether to include deactivated groups.', {
      since: 294,
    }),
  },
  result: { user_groups: view(list(groupSchema)) },
  async handle({ state }, { include_deactivated_groups }) {
    return { user_groups: wireGroups(state, { includeDeactivated: include_deactivated_groups }) };
  },
});
