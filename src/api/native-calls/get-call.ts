// GET /calls/{call_id}: a call, also one that has ended a short while ago.

import { described, id, integer, nullable } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { callSchema, wireCall } from '../../model/native-calls/native-call.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';
import { readOperation } from '../operation.ts';

export const getCall = readOperation({
  name: 'get-call',
  method: 'GET',
  path: '/calls/{call_id}',
  summary: 'Get a call.',
  access: 'account',
  parameters: { call_id: required(id, 'The ID of the call.') },
  result: {
    call: callSchema,
    ended_at: described(nullable(integer()), 'When it ended, in seconds since 1970; null while it goes on.'),
  },
  async handle(context, { call_id }) {
    const requester = await context.requester();
    const call = await readableCall(requester, call_id);
    const participants = await participantsIn(requester.reader, [call.id]);
    return { call: wireCall(call, participants), ended_at: call.ended_at };
  },
});
