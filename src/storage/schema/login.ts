// Who tries to log in.

import type { Generated } from 'kysely';

/** A place that somebody has logged in from: a program in a network. */
export interface KnownLoginTable {
  organization_id: number;
  account_id: number;
  /** A keyed hash of both. */
  place_key: string;
  last_at: number;
}

/** An attempt to log in that failed, or that is being looked at. */
export interface LoginFailureTable {
  id: Generated<number>;
  organization_id: number;
  /** A keyed hash of the address that was typed, whether it has an account or not; null for a wrong API key. */
  account_key: string | null;
  /** A keyed hash of the network that it came from; null where another row counts the attempt for it. */
  network_key: string | null;
  failed_at: number;
}
