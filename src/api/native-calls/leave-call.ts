// POST /calls/{call_id}/leave: ends the participation of this device. Leaving again is no error: a page that is closed
// sends it without waiting for the answer.

import { leaveCall } from '../../actions/native-calls/leave.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { participationWith } from '../../stores/native-calls/participant-store.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { sessionParameter } from './joining.ts';

export const leaveCallOperation = writeOperation({
  name: 'leave-call',
  method: 'POST',
  path: '/calls/{call_id}/leave',
  summary: 'Leave a call.',
  access: 'human',
  rateLimit: 'calls',
  parameters: { call_id: required(id, 'The ID of the call.'), session: sessionParameter },
  result: {},
  async handle(context, { call_id, session }) {
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), call_id);
      const own = await participationWith(writer, call.id, session);
      if (own?.account_id === acting.account.id && own.left_at === null) await leaveCall(writer, call, [own]);
    });
    return {};
  },
});
