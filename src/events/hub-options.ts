// What an organization's hub is given from above.

import type { LogEntry } from '../api-contract/event.ts';
import type { Purpose } from '../model/sealed.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { NarrowTerm } from './queue.ts';

/** Makes the test that a queue's narrow puts on message entries; given by the layer that knows narrows. */
export type CompileNarrow = (
  terms: readonly NarrowTerm[],
  state: OrganizationState,
  accountId: number,
) => (entry: LogEntry) => boolean;

/** What a hub is given. */
export interface HubOptions {
  readonly compileNarrow: CompileNarrow;
  /** Where readers load what messages show of other servers; none: there. */
  readonly externalMediaUrl?: (url: string) => string;
  /** Typesets the formulas and code of a message. */
  readonly typeset: OrganizationState['typeset'];
  /** What an entry of the log holds sealed, for those who may read it. */
  readonly openSecret: (purpose: Purpose, kept: string) => string;
  /** Is told of upkeep that failed, when it did not fail the time before. */
  readonly upkeepFailed?: (name: string, error: unknown) => void;
  /** How long a poll waits in silence before it is answered with a heartbeat. */
  readonly heartbeatMilliseconds: number;
}
