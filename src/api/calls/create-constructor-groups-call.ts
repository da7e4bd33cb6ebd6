// POST /calls/constructorgroups/create: the caller's own room on Constructor Groups.

import { anyText } from '../../api-contract/codec.ts';
import { notConfigured } from '../../model/calls/call-errors.ts';
import { callProviders } from '../../model/calls/call-providers.ts';
import { writeOperation } from '../operation.ts';
import { callerOf } from './caller.ts';

export const createConstructorGroupsCall = writeOperation({
  name: 'create-constructor-groups-call',
  method: 'POST',
  path: '/calls/constructorgroups/create',
  summary: 'Create a Constructor Groups call.',
  since: 460,
  access: 'account',
  parameters: {},
  result: { url: anyText },
  async handle(context) {
    const { constructorGroups } = context.services.videoCalls;
    if (!constructorGroups) throw notConfigured(callProviders.constructor_groups.name);
    return { url: await constructorGroups.createCall(callerOf(context), { isVideo: true }) };
  },
});
