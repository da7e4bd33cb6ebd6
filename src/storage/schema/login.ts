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

/** A browser that an account has logged in with. */
export interface KnownDeviceTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** A keyed hash of what the browser holds. */
  token_hash: string;
  /** The key that failures of the name count under which was typed at its last log-in. */
  name_key: string;
  /** The session that its last log-in began, which may have ended. */
  session_id: number;
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
