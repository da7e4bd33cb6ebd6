// The events of calls: `call` for those who can read the conversation, `call_ring` for the people who are called and the
// caller, `call_signal` for one device in the call. Only clients that declare the capability `calls` receive them.

import { anyText, boolean, described, id, integer, list, oneOf } from '../../api-contract/codec.ts';
import type { Audience, NewEvent } from '../../api-contract/event.ts';
import { eventType, eventTypeWithOps, newEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { type CallSignal, callSignalData } from './call-signal.ts';
import { callSchema, type WireCall } from './native-call.ts';

/** Why ringing ends. */
export const ringEnds = ['answered', 'declined', 'missed', 'ended'] as const;
export type RingEnd = (typeof ringEnds)[number];

export const callEvent = eventTypeWithOps(
  'call',
  'A call began, changed or ended in a conversation that you can read. Also sent when you gain or lose access to the conversation.',
  {
    add: { call: callSchema },
    update: { call: callSchema },
    remove: { call_id: described(id, 'The ID of the call.') },
  },
);

const userIds = described(
  list(id),
  'The IDs of the users who are called. If you are called, it is only your own.',
);

export const callRingEvent = eventTypeWithOps(
  'call_ring',
  'Someone calls you or stops calling you; also sent to the caller. Clients ring until it stops, or until the given time.',
  {
    start: {
      call: callSchema,
      caller_id: described(id, 'The ID of the user who calls.'),
      user_ids: userIds,
      until: described(integer(), 'When ringing ends, in seconds since 1970.'),
      quiet: described(
        boolean,
        'Whether you are in another call: clients show who calls, and do not ring. No event says that it stops.',
      ),
    },
    stop: {
      call_id: described(id, 'The ID of the call.'),
      user_ids: userIds,
      reason: described(
        oneOf(...ringEnds),
        'Why ringing ends; `ended`: the call is over, or the caller has left.',
      ),
    },
  },
);

export const callSignalEvent = eventType(
  'call_signal',
  'A message from another device in a call, with which the two connect.',
  {
    call_id: described(id, 'The ID of the call.'),
    user_id: described(id, 'The ID of the user who sent it.'),
    session: described(anyText, "The sender's session in the call."),
    to: described(anyText, 'Your session in the call.'),
    data: callSignalData,
  },
);

/** What the view of a signal needs in addition to its payload. */
export interface CallSignalExtra {
  /** The only queue that receives it. */
  readonly queueId: string;
}

/** A call began, or the audience can now see it. */
export function callAdded(audience: Audience, call: WireCall): NewEvent {
  return newEvent(callEvent, { op: 'add', call }, { audience });
}

export function callUpdated(audience: Audience, call: WireCall): NewEvent {
  return newEvent(callEvent, { op: 'update', call }, { audience });
}

/** A call is over, or the audience can no longer see it. */
export function callRemoved(audience: Audience, callId: number): NewEvent {
  return newEvent(callEvent, { op: 'remove', call_id: callId }, { audience });
}

/** The people of `userIds` are called. `receiverIds` are the accounts that learn of it. */
export function ringStarted(
  receiverIds: readonly number[],
  ring: {
    readonly call: WireCall;
    readonly callerId: number;
    readonly userIds: readonly number[];
    readonly until: number;
    readonly isQuiet: boolean;
  },
): NewEvent {
  const { call, callerId, userIds, until, isQuiet } = ring;
  return newEvent(
    callRingEvent,
    { op: 'start', call, caller_id: callerId, user_ids: userIds, until, quiet: isQuiet },
    { audience: { kind: 'accounts', ids: receiverIds }, expiresAt: until },
  );
}

/** The people of `userIds` are no longer called. */
export function ringStopped(
  receiverIds: readonly number[],
  callId: number,
  userIds: readonly number[],
  reason: RingEnd,
): NewEvent {
  return newEvent(
    callRingEvent,
    { op: 'stop', call_id: callId, user_ids: userIds, reason },
    { audience: { kind: 'accounts', ids: receiverIds } },
  );
}

/** A signal for the device of one participant. */
export function signalSent(now: number, { callId, from, to, data }: CallSignal): NewEvent {
  return newEvent(
    callSignalEvent,
    { call_id: callId, user_id: from.accountId, session: from.session, to: to.session, data },
    {
      audience: { kind: 'accounts', ids: [to.accountId] },
      extra: { queueId: to.queueId } satisfies CallSignalExtra,
      expiresAt: now + limits.callSignalSeconds,
    },
  );
}
