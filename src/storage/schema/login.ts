// Attempts to log in.

import type { Generated } from 'kysely';

/** A program and network that an account has logged in from. */
export interface KnownLoginTable {
  organization_id: number;
  account_id: number;
  /** A keyed hash of program and network. */
  place_key: string;
  last_at: number;
}

/** A browser that an account has logged in with. */
export interface KnownDeviceTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** A keyed hash of the browser's token. */
  token_hash: string;
  /** The key that failed logins are counted under, for the name that was typed at its last login. */
  name_key: string;
  /** The session of its last login, which may have ended. */
  session_id: number;
  last_at: number;
}

/** A login attempt that failed or is in progress. */
export interface LoginFailureTable {
  id: Generated<number>;
  organization_id: number;
  /** A keyed hash of the typed address, whether or not it belongs to an account; null for a wrong API key. */
  account_key: string | null;
  /** A keyed hash of the attempt's network; null if another row counts the attempt for it. */
  network_key: string | null;
  failed_at: number;
}
