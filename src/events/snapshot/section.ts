// A part of what POST /register returns. All sections of one answer see the same place in the log.

import type { ConfiguredBounds } from '../../api-contract/configured-bounds.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import type { VideoCalls } from '../../model/calls/video-calls.ts';
import type { SignIn } from '../../model/sign-in/doors.ts';
import type { SubscriptionPeriods } from '../../model/subscriptions/periods.ts';
import type { OrganizationView } from '../../queries/state/organization-view.ts';
import type { Reader } from '../../storage/session.ts';
import type { QueueOptions } from '../queue.ts';

export interface SnapshotRequest {
  /** Undefined for a visitor without an account. */
  readonly account: Account | undefined;
  readonly options: QueueOptions;
  /** As of the place. */
  readonly state: OrganizationView;
  readonly subscriptions: SubscriptionPeriods;
  /** The organization's address, without a slash at its end. */
  readonly organizationUrl: string;
  readonly presenceHistoryDays: number;
  /** The places for calls that the server is configured for. */
  readonly keyring: Keyring;
  readonly bounds: ConfiguredBounds;
  readonly sendsMail: boolean;
  readonly videoCalls: Pick<VideoCalls, 'offered' | 'jitsiServer'>;
  /** The providers that people sign in with. */
  readonly signIn: SignIn;
  /** Whether a name was asked for, or everything was. */
  wants(name: string): boolean;
  /** Whether a name stands in the client's own list (not: everything was asked for). */
  wantsByName(name: string): boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Both see one place in the log: `fromMemory` by what is held of the organization, `fromTables` also by the tables. */
export interface SnapshotSection {
  /** Present when one of these names is wanted; for everybody when empty. */
  readonly gates: readonly string[];
  fromMemory?(request: SnapshotRequest): Fields;
  fromTables?(request: SnapshotRequest, reader: Reader): Promise<Fields>;
}
