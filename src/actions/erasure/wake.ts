// The log entry that wakes the erasure job; clients never see it.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Writer } from '../../storage/reader-writer.ts';

const ENTRY_TYPE = '_person_erasure';

/** Makes the job continue as soon as the unit is durable. */
export function wakeErasure(writer: Writer): void {
  writer.emit({ type: ENTRY_TYPE, audience: { kind: 'nobody' }, payload: {} });
}

export function wakesErasure({ type }: LogEntry): boolean {
  return type === ENTRY_TYPE;
}
