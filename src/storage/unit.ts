// What a unit of work is, and what is told of a group of them once it was committed or was not.

import type { LogEntry } from '../api-contract/event.ts';
import type { Writer } from './session.ts';

/** Reads and writes through its writer, and awaits nothing else; what it throws takes back all that it did. */
export type Unit<T> = (writer: Writer) => Promise<T>;

/** A stretch of an organization's log that was committed. */
export interface Committed {
  /** The place before it: whoever has not seen the log up to there must read what lies between. */
  readonly from: number;
  /** The last place given out: periods may have begun there without an entry. */
  readonly head: number;
  readonly entries: readonly LogEntry[];
}

/** Called after a flush with what it made durable, before the callers of its units hear of it. */
export type CommitListener = (organizationId: number, committed: Committed) => Promise<void>;

/**
 * Called when a group failed while it was made durable: what it wrote may be there or not, and whoever holds a
 * picture of these organizations must look again.
 */
export type DoubtListener = (organizationIds: readonly number[]) => Promise<void>;
