// The entry of the log that wakes the job that erases people; no client sees it.

import type { LogEntry } from '../../api-contract/event.ts';
import type { Writer } from '../../storage/session.ts';

const ENTRY_TYPE = '_person_erasure';

/** Has the job go on as soon as the unit is durable. */
export function wakeErasure(writer: Writer): void {
  writer.emit({ type: ENTRY_TYPE, audience: { kind: 'nobody' }, payload: {} });
}

/** Whether an entry wakes the job. */
export function wakesErasure({ type }: LogEntry): boolean {
  return type === ENTRY_TYPE;
}
