// The filter that an event queue puts on messages as they are sent.

import type { LogEntry } from '../contract/event.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';

/** Makes the test for a queue's narrow. */
export function compileQueueNarrow(
  _terms: readonly { readonly operator: string; readonly operand: unknown; readonly negated: boolean }[],
  _state: OrganizationState,
  _accountId: number,
): (entry: LogEntry) => boolean {
  return () => true;
}
