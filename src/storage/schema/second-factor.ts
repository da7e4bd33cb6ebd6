// Second factors: authenticators, recovery codes and passkeys.

import type { Generated } from 'kysely';

/** The authenticator of an account, and its replacement while that is being set up. */
export interface SecondFactorTable {
  account_id: number;
  organization_id: number;
  /** The secret of the active authenticator, sealed; null if there is none. */
  secret_sealed: string | null;
  /** Codes of steps up to this one are used up. */
  used_step: number | null;
  /** When the authenticator became active; null if none is. */
  confirmed_at: number | null;
  /** The secret of an authenticator whose first code is still expected, sealed; null if there is none. */
  new_secret_sealed: string | null;
  /** Until when that code is expected. */
  new_until: number | null;
}

/** Codes that each replace an authenticator once. */
export interface RecoveryCodeTable {
  organization_id: number;
  account_id: number;
  /** A keyed hash of the code. */
  code_hash: string;
}

/** A wrong authenticator code that was entered for an account. */
export interface WrongCodeTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  failed_at: number;
  /** Whether the account was notified of it and of earlier ones. */
  is_told: number;
}

/** A passkey of an account. */
export interface PasskeyTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** The id that authenticators and browsers know it by. */
  credential_id: string;
  /** The host that it was created for, the only one it works at. */
  relying_party: string;
  public_key: string;
  /** The signature counter that the authenticator last reported; 0 for those that do not count. */
  counter: number;
  /** The authenticator's transports: a JSON list of names. */
  transports: string;
  name: string;
  created_at: number;
  /** Null: not used yet. */
  used_at: number | null;
}

/** A challenge that a passkey signs once. */
export interface PasskeyChallengeTable {
  challenge: string;
  organization_id: number;
  account_id: number;
  /** The only step that its answer is valid for. */
  step: string;
  expires_at: number;
}
