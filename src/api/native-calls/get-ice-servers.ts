// POST /calls/{call_id}/ice_servers: new credentials for TURN, before those of a long call run out.

import { ownParticipation } from '../../actions/native-calls/change-participation.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { connectionFields, connectionOf } from './connection.ts';
import { sessionParameter } from './joining.ts';

export const getIceServers = writeOperation({
  name: 'get-ice-servers',
  method: 'POST',
  path: '/calls/{call_id}/ice_servers',
  summary: 'Get new credentials for the servers through which devices in a call connect.',
  access: 'human',
  rateLimit: 'calls',
  errors: ['CALL_ENDED', 'CALL_SESSION_GONE'],
  parameters: { call_id: required(id, 'The ID of the call.'), session: sessionParameter },
  result: connectionFields,
  async handle(context, { call_id, session }) {
    const call = await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const found = await readableCall(tableLookup(acting), call_id);
      await ownParticipation(writer, found, acting.account.id, session);
      return found;
    });
    return connectionOf(context, { call, session }, nowSeconds());
  },
});
