// What people log in with besides their password.

import type { Generated } from 'kysely';

/** The authenticator of an account, and the one that is to take its place. */
export interface SecondFactorTable {
  account_id: number;
  organization_id: number;
  /** Of the one that counts, sealed; null while none does. */
  secret_sealed: string | null;
  /** Steps up to this one have been used: their codes count no more. */
  used_step: number | null;
  /** Since when one has to be used; null while none has. */
  confirmed_at: number | null;
  /** Of one whose first code is awaited, sealed; null: none is. */
  new_secret_sealed: string | null;
  /** Until when it is awaited. */
  new_until: number | null;
}

/** Codes that each stand in once for an authenticator. */
export interface RecoveryCodeTable {
  organization_id: number;
  account_id: number;
  /** A keyed hash of what was shown. */
  code_hash: string;
}

/** A wrong code of an authenticator of an account. */
export interface WrongCodeTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  failed_at: number;
  /** Whether the account's person was told of it and those before. */
  is_told: number;
}

/** A passkey of an account. */
export interface PasskeyTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** By which authenticators and browsers know it. */
  credential_id: string;
  /** The host that it was made at, and works at alone. */
  relying_party: string;
  public_key: string;
  /** How often it has signed, as its authenticator said last; 0 of those that do not count. */
  counter: number;
  /** Of the ways to its authenticator, a JSON list of names. */
  transports: string;
  name: string;
  created_at: number;
  /** Null: it was not used yet. */
  used_at: number | null;
}

/** What a passkey is to sign, once. */
export interface PasskeyChallengeTable {
  challenge: string;
  organization_id: number;
  account_id: number;
  /** For what its answer counts, and for nothing else. */
  step: string;
  expires_at: number;
}
