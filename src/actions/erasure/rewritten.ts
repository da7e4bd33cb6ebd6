// Entries of the event log that were changed in the tables: servers that hold them in memory read them again.

import { extraOf, type LogEntry, type NewEvent } from '../../api-contract/event.ts';

/** The type of the entry that tells servers; no client sees it. */
export const REWRITTEN = '_rewritten';

interface RewrittenExtra {
  readonly sequences: readonly number[];
}

/** Tells which entries were changed. */
export function rewrittenEntries(sequences: readonly number[]): NewEvent {
  const extra: RewrittenExtra = { sequences };
  return { type: REWRITTEN, audience: { kind: 'nobody' }, payload: {}, extra: { ...extra } };
}

/** The places of the entries that an entry of the type `REWRITTEN` tells of. */
export function rewrittenBy(entry: LogEntry): readonly number[] {
  return extraOf<RewrittenExtra>(entry).sequences;
}
