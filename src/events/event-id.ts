// Event ids. Those of log entries are their log positions, which are a step apart; heartbeats get the ids
// between two positions. A heartbeat's id is above everything delivered to its client before and below
// everything that comes later.

import { SEQUENCE_STEP } from '../api-contract/event.ts';
import type { Cursor } from './queue.ts';

/** The log position at or below an event id. */
export function positionOf(id: number): number {
  return id - (id % SEQUENCE_STEP);
}

/** Whether an id is above everything that a log with this head has assigned. */
export function isBeyond(head: number, id: number): boolean {
  return id >= head + SEQUENCE_STEP;
}

/** Whether no id is left for a heartbeat between the scanned position and the next. */
export function isUsedUp({ after, scanned }: Cursor): boolean {
  return Math.max(after, scanned) + 1 >= scanned + SEQUENCE_STEP;
}

/** The id of a heartbeat for a poll; the last one is repeated when all are used up. */
export function heartbeatId({ after, scanned }: Cursor): number {
  return Math.min(Math.max(after, scanned) + 1, scanned + SEQUENCE_STEP - 1);
}
