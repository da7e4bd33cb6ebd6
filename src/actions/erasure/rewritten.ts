// The log entry that lists entries rewritten in the database, so that servers reload the ones they have in
// memory.

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
export function rewrittenSequences(entry: LogEntry): readonly number[] {
  return extraOf<RewrittenExtra>(entry).sequences;
}
