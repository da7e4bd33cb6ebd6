// A section of the snapshot that POST /register returns. All sections of one response reflect the same log
// position.

import type { ConfiguredLimits } from '../../api-contract/configured-limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { VideoCalls } from '../../model/calls/video-calls.ts';
import type { CallOffer } from '../../model/native-calls/call-rules.ts';
import type { SignIn } from '../../model/sign-in/provider-clients.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/subscription-periods.ts';
import type { OrganizationView } from '../../queries/state/organization-view.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import type { QueueOptions } from '../queue.ts';

export interface SnapshotRequest {
  /** Undefined for an anonymous viewer. */
  readonly account: Account | undefined;
  readonly options: QueueOptions;
  /** As of the log position. */
  readonly state: OrganizationView;
  readonly subscriptions: SubscriptionPeriods;
  /** The organization's address, without a trailing slash. */
  readonly organizationUrl: string;
  readonly presenceHistoryDays: number;
  readonly keyring: Keyring;
  readonly bounds: ConfiguredLimits;
  readonly sendsMail: boolean;
  readonly videoCalls: Pick<VideoCalls, 'available' | 'jitsiServer'>;
  /** What the server offers for Parley's own calls. */
  readonly calls: CallOffer;
  /** The identity providers for signing in. */
  readonly signIn: SignIn;
  /** Whether the client requested this name or everything. */
  wants(name: string): boolean;
  /** Whether the client requested this name in its own list, and not everything. */
  wantsByName(name: string): boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

/**
 * A section. `fromMemory` uses the state in memory, `fromDatabase` also the database; both reflect one log
 * position.
 */
export interface SnapshotSection {
  /** Included when one of these names is requested; always when empty. */
  readonly gates: readonly string[];
  fromMemory?(request: SnapshotRequest): Fields;
  fromDatabase?(request: SnapshotRequest, reader: Reader): Promise<Fields>;
}
