// What the operations that join a call have in common: their parameters and their result.

import { anyText, boolean, described, shortText, text } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import { nowSeconds } from '../../api-contract/time.ts';
import { callSchema, type WireCall } from '../../model/native-calls/native-call.ts';
import type { WriteContext } from '../operation.ts';
import { connectionFields, connectionOf } from './connection.ts';

const sessionText = text({ maximum: limits.callSessionCodePoints });

export const joiningParameters = {
  queue_id: required(
    shortText,
    'The ID of the event queue that receives the signals for this device. It must declare the client capability `calls`.',
    { encoding: 'either' },
  ),
  muted: withDefault(boolean, false, 'Whether the microphone is off.'),
  take_over: withDefault(
    boolean,
    false,
    'Whether to leave the call that you are in on another device or in another tab.',
  ),
};

export const sessionParameter = required(
  sessionText,
  'The session of this device, from the answer to joining.',
  {
    encoding: 'either',
  },
);

export const resumedSession = optionally(
  sessionText,
  'The session that this device had before a reload or a restart of the server, to resume it.',
  { encoding: 'either' },
);

export const joiningErrors = [
  'BAD_EVENT_QUEUE_ID',
  'CALL_ELSEWHERE',
  'CALL_ENDED',
  'CALL_FULL',
  'CALLS_OFF',
] as const;

export const joiningResult = {
  call: callSchema,
  session: described(
    anyText,
    'Identifies this device in the call. It is another one than before if the device had left.',
  ),
  ...connectionFields,
};

/** The answer to joining. */
export async function joined(context: WriteContext, call: WireCall, session: string) {
  return { call, session, ...(await connectionOf(context, { call, session }, nowSeconds())) };
}
