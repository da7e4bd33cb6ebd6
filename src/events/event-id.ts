// The ids of events: those of the log are its places, a step apart; the ids between two places are heartbeats'. A
// heartbeat's id lies above everything that its client was given before and below everything that comes later.

import { SEQUENCE_STEP } from '../api-contract/event.ts';
import type { Cursor } from './queue.ts';

/** The place in the log at or below an event id. */
export function placeOf(id: number): number {
  return id - (id % SEQUENCE_STEP);
}

/** Whether an id lies beyond all that a log with this head has given out. */
export function isBeyond(head: number, id: number): boolean {
  return id >= head + SEQUENCE_STEP;
}

/** Whether no id is left for a heartbeat between what was looked at and the next place. */
export function isUsedUp({ after, scanned }: Cursor): boolean {
  return Math.max(after, scanned) + 1 >= scanned + SEQUENCE_STEP;
}

/** The id of a heartbeat for a poll; the last one is given again where all are used up. */
export function heartbeatId({ after, scanned }: Cursor): number {
  return Math.min(Math.max(after, scanned) + 1, scanned + SEQUENCE_STEP - 1);
}
