// DELETE /calls/{call_id}/participants/{user_id}: removes a person from a call.

import { removeFromCall } from '../../actions/native-calls/moderate.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';

export const removeFromCallOperation = writeOperation({
  name: 'remove-from-call',
  method: 'DELETE',
  path: '/calls/{call_id}/participants/{user_id}',
  summary:
    'Remove a user from a call. For the user who started it, moderators, and administrators of the channel.',
  access: 'human',
  errors: ['CALL_ENDED'],
  parameters: {
    call_id: required(id, 'The ID of the call.'),
    user_id: required(id, 'The ID of the user.'),
  },
  result: {},
  async handle(context, { call_id, user_id }) {
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      await removeFromCall(acting, await readableCall(tableLookup(acting), call_id), user_id);
    });
    return {};
  },
});
