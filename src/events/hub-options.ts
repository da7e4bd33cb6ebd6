// The options of an organization's hub.

import type { LogEntry } from '../api-contract/event.ts';
import type { SealPurpose } from '../model/sealed.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { NarrowTerm } from './queue.ts';

/**
 * Compiles the test that a queue's narrow applies to message entries; provided by the layer that knows
 * narrows.
 */
export type CompileNarrow = (
  terms: readonly NarrowTerm[],
  state: OrganizationState,
  accountId: number,
) => (entry: LogEntry) => boolean;

export interface HubOptions {
  readonly compileNarrow: CompileNarrow;
  /** Rewrites addresses of media on other servers that messages show; undefined: not rewritten. */
  readonly externalMediaUrl?: (url: string) => string;
  /** Renders the formulas and code of a message. */
  readonly typeset: OrganizationState['typeset'];
  /** Unseals values of log entries for viewers that may read them. */
  readonly openSecret: (purpose: SealPurpose, sealed: string) => string;
  /** Called when maintenance failed and its previous run did not. */
  readonly onMaintenanceError?: (name: string, error: unknown) => void;
  /** Called when a waiting poll gets messages, with the age of the oldest in seconds. */
  readonly onDelivered?: (seconds: number) => void;
  /** How long a poll waits before it is answered with a heartbeat. */
  readonly heartbeatMilliseconds: number;
}
