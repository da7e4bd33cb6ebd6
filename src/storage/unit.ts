// Units of work, and the outcome of a commit group.

import type { LogEntry } from '../api-contract/event.ts';
import type { Writer } from './reader-writer.ts';

/** Reads and writes through its writer, and awaits nothing else. If it throws, all its changes are undone. */
export type Unit<T> = (writer: Writer) => Promise<T>;

/** A part of an organization's log that was committed. */
export interface CommittedEntries {
  /**
   * The position before the first entry: a copy of the state that is older must first read the entries in between.
   */
  readonly from: number;
  /** The last position given out: periods may have begun there without an entry. */
  readonly head: number;
  readonly entries: readonly LogEntry[];
}

/** Called after a flush with the entries that became durable, before the callers of the units are answered. */
export type CommitListener = (organizationId: number, committed: CommittedEntries) => Promise<void>;

/**
 * Called when a commit group failed while it was being made durable. Its changes may or may not have survived, so
 * every copy of these organizations' state must be read again.
 */
export type UnknownOutcomeListener = (organizationIds: readonly number[]) => Promise<void>;
