// POST /calls/{call_id}/decline: all devices of the person stop ringing for a call. Nothing happens if they did not ring: they may
// have stopped a moment ago.

import { answerRing } from '../../actions/native-calls/ring.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';

export const declineCall = writeOperation({
  name: 'decline-call',
  method: 'POST',
  path: '/calls/{call_id}/decline',
  summary: 'Decline a call.',
  access: 'human',
  parameters: { call_id: required(id, 'The ID of the call.') },
  result: {},
  async handle(context, { call_id }) {
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), call_id);
      await answerRing(writer, call, acting.account.id, 'declined');
    });
    return {};
  },
});
