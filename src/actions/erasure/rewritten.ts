// The entry that names entries of the event log that were rewritten in the database. Servers that have them
// in memory read them again.

import { extraOf, type LogEntry, type NewEvent } from '../../api-contract/event.ts';

/** The type of the entry; clients never see it. */
export const REWRITTEN = '_rewritten';

interface RewrittenExtra {
  readonly sequences: readonly number[];
}

export function rewrittenEntries(sequences: readonly number[]): NewEvent {
  const extra: RewrittenExtra = { sequences };
  return { type: REWRITTEN, audience: { kind: 'nobody' }, payload: {}, extra: { ...extra } };
}

/** The log positions that a `REWRITTEN` entry names. */
export function rewrittenBy(entry: LogEntry): readonly number[] {
  return extraOf<RewrittenExtra>(entry).sequences;
}
