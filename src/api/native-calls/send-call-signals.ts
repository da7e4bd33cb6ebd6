// POST /calls/{call_id}/signals: passes signals on to other devices in a call.

import { ownParticipation } from '../../actions/native-calls/change-participation.ts';
import { sendSignals } from '../../actions/native-calls/send-signals.ts';
import { anyText, described, id, list, record, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { required } from '../../api-contract/parameter.ts';
import { type CallSignalData, callSignalData } from '../../model/native-calls/call-signal.ts';
import { tableLookup } from '../../stores/channel-access/lookup.ts';
import { readableCall } from '../../stores/native-calls/call-access.ts';
import { writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { sessionParameter } from './joining.ts';

const signalSchema = record({
  to: described(text({ maximum: limits.callSessionCodePoints }), 'The session that receives it.'),
  data: callSignalData,
});

/** The size of the signals as JSON. @throws 400 if one is empty, or one or all of them are too large */
function checkedSize(signals: readonly { readonly data: CallSignalData }[]): number {
  if (signals.some(({ data }) => !data.description && !data.candidates))
    throw badRequest('A signal needs a description or candidates.');
  const sizes = signals.map((signal) => Buffer.byteLength(JSON.stringify(signal)));
  if (sizes.some((size) => size > limits.callSignalBytes))
    throw badRequest(`A signal is too large (limit: ${limits.callSignalBytes} bytes).`);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > limits.callSignalBytesPerRequest)
    throw badRequest(`The signals are too large (limit: ${limits.callSignalBytesPerRequest} bytes).`);
  return total;
}

export const sendCallSignals = writeOperation({
  name: 'send-call-signals',
  method: 'POST',
  path: '/calls/{call_id}/signals',
  summary: 'Send signals to other devices in a call, with which they connect.',
  access: 'human',
  rateLimit: 'calls',
  errors: ['CALL_ENDED', 'CALL_SESSION_GONE'],
  parameters: {
    call_id: required(id, 'The ID of the call.'),
    session: sessionParameter,
    signals: required(
      list(signalSchema, limits.callSignalsPerRequest),
      `The signals, in order. Each has at most ${limits.callSignalBytes} bytes, all have at most ${limits.callSignalBytesPerRequest}.`,
    ),
  },
  result: {
    gone: described(list(anyText), 'The sessions that are not in the call; their signals were dropped.'),
  },
  async handle(context, { call_id, session, signals }) {
    const { services, state, actor } = context;
    const bytes = checkedSize(signals);
    if (!state.organization.isDemo) services.callSignalBytes.consume(String(actor.account.id), bytes);
    const gone = await context.write(async (writer) => {
      const acting = await actingIn(context, writer);
      const call = await readableCall(tableLookup(acting), call_id);
      const own = await ownParticipation(writer, call, acting.account.id, session);
      return sendSignals(writer, acting.organization, call, own, signals);
    });
    return { gone };
  },
});
