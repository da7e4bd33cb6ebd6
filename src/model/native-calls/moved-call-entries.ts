// Entries of the event log, for servers only, about calls whose topics were moved.

import type { LogEntry, NewEvent } from '../../api-contract/event.ts';
import type { CallEngine } from './native-call.ts';

export interface MovedCall {
  readonly callId: number;
  readonly fromChannelId: number;
  /** Whether it is to end, because its topic met one with a call. */
  readonly ends: boolean;
}

/** A call that has ended with its conversation, which had no messages. */
export interface DisplacedCall {
  readonly callId: number;
  readonly channelId: number;
  readonly engine: CallEngine;
  /** Who was in it. */
  readonly accountIds: readonly number[];
  /** Who was called to it, with who is notified that ringing stops. */
  readonly rings: readonly { readonly accountId: number; readonly receiverIds: readonly number[] }[];
}

const MOVED = '_call_moved';
const DISPLACED = '_call_displaced';

export function callMovedEntry(moved: MovedCall): NewEvent {
  return { type: MOVED, audience: { kind: 'nobody' }, payload: { ...moved } };
}

export function callDisplacedEntry(displaced: DisplacedCall): NewEvent {
  return { type: DISPLACED, audience: { kind: 'nobody' }, payload: { ...displaced } };
}

/** The calls that the entries of a unit of work have moved. */
export function movedCalls(entries: readonly LogEntry[]): MovedCall[] {
  // Only `callMovedEntry` makes entries of this type.
  return entries.flatMap(({ type, payload }) => (type === MOVED ? [payload as unknown as MovedCall] : []));
}

/** The calls that the entries of a unit of work have displaced. */
export function displacedCalls(entries: readonly LogEntry[]): DisplacedCall[] {
  return entries.flatMap(({ type, payload }) =>
    type === DISPLACED ? [payload as unknown as DisplacedCall] : [],
  );
}
