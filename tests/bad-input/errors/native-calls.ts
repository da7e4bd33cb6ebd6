// Errors about the calls that Parley holds itself.

import type { World } from '../world.ts';
import {
  type ExpectedError,
  type ExpectedErrors,
  NO_PERMISSION,
  UNKNOWN_ID,
  unknownPeople,
} from './expected-error.ts';

/** A call that does not exist, or that the caller may not see. */
function unreachableCalls(): ExpectedError[] {
  const expectedError = (what: string, by: 'mel' | 'gus', id: (world: World) => number): ExpectedError => ({
    what,
    by,
    with: (world) => ({ call_id: id(world) }),
    msg: 'Invalid call ID',
  });
  return [
    expectedError('an unknown call', 'mel', () => UNKNOWN_ID),
    expectedError('a call in a channel that the caller cannot see', 'mel', ({ ids }) => ids.hiddenCall),
    expectedError('a call in a channel that the guest is not in', 'gus', ({ ids }) => ids.call),
  ];
}

const gone = { code: 'CALL_SESSION_GONE', msg: 'This device is no longer in the call. Join it again.' };
const wrongSessions: ExpectedError[] = [
  { what: 'an unknown session', with: () => ({ session: 'nothing' }), ...gone },
  { what: "another account's session", with: ({ ids }) => ({ session: ids.callSession }), ...gone },
];

const noQueue = {
  what: "another account's queue",
  by: 'max',
  code: 'BAD_EVENT_QUEUE_ID',
  msg: ({ ids }: World) => `Bad event queue ID: ${ids.callQueue}`,
} as const;

export const nativeCallErrors: ExpectedErrors = {
  'get-call': unreachableCalls(),
  'start-call': [
    noQueue,
    {
      what: 'a queue without the capability',
      with: ({ ids }) => ({ queue_id: ids.queue }),
      msg: 'The event queue was registered without the client capability "calls".',
    },
    { what: 'a channel without a topic', with: () => ({ topic: undefined }), msg: 'Missing topic' },
    {
      what: 'a channel that the caller cannot see',
      with: ({ channel }) => ({ to: channel('leadership') }),
      msg: 'Invalid channel ID',
    },
    { what: 'a list as a channel', with: () => ({ to: [1] }), msg: 'Invalid channel ID' },
    {
      what: 'direct messages with a topic',
      with: ({ person }) => ({ type: 'direct', to: [person('mia')] }),
      msg: 'Direct messages have no topic.',
    },
    {
      what: 'no one else',
      with: ({ person }) => ({ type: 'direct', to: [person('mel')], topic: undefined }),
      msg: 'There is no one to call in this conversation.',
    },
    {
      what: 'an unknown user',
      with: () => ({ type: 'direct', to: [UNKNOWN_ID], topic: undefined }),
      msg: `Invalid user ID ${UNKNOWN_ID}`,
    },
    {
      what: 'a call on another device',
      with: () => ({ take_over: false }),
      code: 'CALL_ELSEWHERE',
      msg: 'You are in a call on another device or in another tab. Take it over here, or leave it there first.',
    },
    { what: 'an unknown user to call', with: () => ({ ring: [UNKNOWN_ID] }), msg: 'No such user' },
    { what: 'a guest who may not start calls', by: 'gus', msg: 'Invalid channel ID' },
  ],
  'join-call': [...unreachableCalls(), noQueue],
  'leave-call': unreachableCalls(),
  'update-own-participation': [...unreachableCalls(), ...wrongSessions],
  'send-call-signals': [...unreachableCalls(), ...wrongSessions],
  'get-ice-servers': [...unreachableCalls(), ...wrongSessions],
  'stay-in-call': [...unreachableCalls(), ...wrongSessions],
  'ring-call': [
    ...unreachableCalls(),
    ...unknownPeople('user_ids').map(({ with: changes, ...error }) => ({
      ...error,
      with: (world: World) => ({ user_ids: [changes?.(world).user_ids] }),
    })),
    { what: 'a caller who is not in the call', by: 'adam', msg: 'Join the call first.' },
    {
      what: 'a bot',
      with: ({ person }) => ({ user_ids: [person('helper')] }),
      msg: 'Helper Bot cannot join this call.',
    },
  ],
  'decline-call': unreachableCalls(),
  'end-call': [
    ...unreachableCalls(),
    { what: 'someone who did not start it', by: 'mia', msg: NO_PERMISSION },
  ],
  'remove-from-call': [
    ...unreachableCalls(),
    { what: 'someone who did not start it', by: 'max', msg: NO_PERMISSION },
    {
      what: 'a user who is not in it',
      with: ({ person }) => ({ user_id: person('max') }),
      msg: 'This user is not in the call.',
    },
  ],
};
