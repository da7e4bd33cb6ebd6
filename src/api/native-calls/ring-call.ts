// POST /calls/{call_id}/ring: calls people to a call that the caller is in.

import { ringReaders } from '../../actions/native-calls/ring-readers.ts';
import { id, list } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { callEnded } from '../../model/native-calls/call-rules.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { participationOf } from '../../stores/native-calls/participant-store.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';

export const ringCall = writeOperation({
  name: 'ring-call',
  method: 'POST',
  path: '/calls/{call_id}/ring',
  summary: 'Call people to a call that you are in.',
  access: 'human',
  errors: ['CALL_ENDED'],
  parameters: {
    call_id: required(id, 'The ID of the call.'),
    user_ids: required(list(id, limits.callRings), 'The IDs of the users to call.'),
  },
  result: {},
  async handle(context, { call_id, user_ids }) {
    const requester = await context.requester();
    for (const userId of user_ids) visibleAccount(requester, userId);
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), call_id);
      if (call.ended_at !== null) throw callEnded();
      if ((await participationOf(writer, acting.account.id))?.call_id !== call.id)
        throw badRequest('Join the call first.');
      await ringReaders(acting, call, user_ids);
    });
    return {};
  },
});
