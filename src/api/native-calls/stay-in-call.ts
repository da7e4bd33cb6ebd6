// POST /calls/{call_id}/stay: keeps a call in which no one else is from ending.

import { ownParticipation } from '../../actions/native-calls/change-participation.ts';
import { emitChangedCall } from '../../actions/native-calls/emit-call.ts';
import { recordOccupancy } from '../../actions/native-calls/leave.ts';
import { id } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { sessionParameter } from './joining.ts';

export const stayInCall = writeOperation({
  name: 'stay-in-call',
  method: 'POST',
  path: '/calls/{call_id}/stay',
  summary: `Stay in a call in which no one else is. Otherwise it ends after ${limits.aloneCallSeconds / 60} minutes.`,
  access: 'human',
  rateLimit: 'calls',
  errors: ['CALL_ENDED', 'CALL_SESSION_GONE'],
  parameters: { call_id: required(id, 'The ID of the call.'), session: sessionParameter },
  result: {},
  async handle(context, { call_id, session }) {
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), call_id);
      await ownParticipation(writer, call, acting.account.id, session);
      if (await recordOccupancy(writer, call.id)) await emitChangedCall(writer, call);
    });
    return {};
  },
});
