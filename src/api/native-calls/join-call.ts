// POST /calls/{call_id}/join: takes part in a call, resumes a session after a reload, or takes over from another device.

import { currentCall } from '../../actions/native-calls/emit-call.ts';
import { joinCall } from '../../actions/native-calls/join.ts';
import { id } from '../../api-contract/codec.ts';
import { required } from '../../api-contract/parameter.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { joined, joiningErrors, joiningParameters, joiningResult, resumedSession } from './joining.ts';

export const joinCallOperation = writeOperation({
  name: 'join-call',
  method: 'POST',
  path: '/calls/{call_id}/join',
  summary: 'Join a call.',
  access: 'human',
  rateLimit: 'calls',
  errors: joiningErrors,
  parameters: {
    call_id: required(id, 'The ID of the call.'),
    ...joiningParameters,
    session: resumedSession,
  },
  result: joiningResult,
  async handle(context, values) {
    const { wire, session } = await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), values.call_id);
      const ownSession = await joinCall(acting, call, {
        queueId: values.queue_id,
        isMuted: values.muted,
        session: values.session,
        takesOver: values.take_over,
        offer: context.services.calls.offer,
      });
      return { wire: await currentCall(writer, call), session: ownSession };
    });
    return joined(context, wire, session);
  },
});
