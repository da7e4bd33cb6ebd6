// PATCH /calls/{call_id}/me: changes what this device does in a call.

import { changeParticipation, ownParticipation } from '../../actions/native-calls/change-participation.ts';
import { boolean, id } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { sessionParameter } from './joining.ts';

export const updateOwnParticipation = writeOperation({
  name: 'update-own-participation',
  method: 'PATCH',
  path: '/calls/{call_id}/me',
  summary: 'Change your microphone, camera, screen or raised hand in a call.',
  access: 'human',
  rateLimit: 'calls',
  errors: ['CALL_ENDED', 'CALL_SESSION_GONE', 'SCREEN_TAKEN', 'TOO_MANY_CAMERAS'],
  parameters: {
    call_id: required(id, 'The ID of the call.'),
    session: sessionParameter,
    muted: optionally(boolean, 'Whether the microphone is off.'),
    camera: optionally(boolean, 'Whether the camera is on.'),
    screen: optionally(boolean, 'Whether you share your screen. One person at a time can.'),
    hand: optionally(boolean, 'Whether you raise your hand.'),
  },
  result: {},
  async handle(context, { call_id, session, ...change }) {
    await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), call_id);
      const own = await ownParticipation(writer, call, acting.account.id, session);
      await changeParticipation(acting, call, own, change);
    });
    return {};
  },
});
