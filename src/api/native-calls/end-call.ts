// POST /calls/{call_id}/end: ends a call for everyone.

import { endCallForAll } from '../../actions/native-calls/moderate.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';

export const endCallOperation = writeOperation({
  name: 'end-call',
  method: 'POST',
  path: '/calls/{call_id}/end',
  summary:
    'End a call for everyone. For the user who started it, moderators, and administrators of the channel.',
  access: 'human',
  errors: ['CALL_ENDED'],
  parameters: { call_id: required(id, 'The ID of the call.') },
  result: {},
  async handle(context, { call_id }) {
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      await endCallForAll(acting, await readableCall(tableLookup(acting), call_id));
    });
    return {};
  },
});
