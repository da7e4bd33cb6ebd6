// Ways to sign in other than by password.

import type { Generated } from 'kysely';

/** The identities that providers assign to people of an organization. */
export interface ExternalIdentityTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  issuer: string;
  /** Together with the issuer it always identifies the same person. */
  subject: string;
  created_at: number;
  last_used_at: number;
  /** When the subject lost access to the account; null while it has access. */
  ended_at: number | null;
}

/** Accounts that the directory sync deactivated, and may reactivate. */
export interface DirectoryDeactivationTable {
  account_id: number;
  organization_id: number;
  issuer: string;
  subject: string;
  deactivated_at: number;
}

/** Tokens that each let a desktop app begin one session, for a short time. */
export interface LoginTokenTable {
  organization_id: number;
  /** A keyed hash of the app's token. */
  token_hash: string;
  account_id: number;
  /** The account's `access_version` when the token was made. */
  access_version: number;
  expires_at: number;
}

/**
 * Answers of providers that were posted through browsers. Each waits for the browser that started the sign-in, and
 * is kept until it expires.
 */
export interface SignInAnswerTable {
  organization_id: number;
  /** A keyed hash of the request that it answers. */
  question_hash: string;
  provider_id: string;
  /** The identity in it, sealed; empty once the browser has used it. */
  identity_sealed: string;
  expires_at: number;
}
