// How people sign in besides by password.

import type { Generated } from 'kysely';

/** What providers call people of an organization. */
export interface ExternalIdentityTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  issuer: string;
  /** With the issuer the same person for ever. */
  subject: string;
  created_at: number;
  last_used_at: number;
  /** When the subject stopped opening the account; null while it does. */
  ended_at: number | null;
}

/** Accounts that the sync with a directory deactivated, and may reactivate. */
export interface DirectoryDeactivationTable {
  account_id: number;
  organization_id: number;
  issuer: string;
  subject: string;
  deactivated_at: number;
}

/** Tokens with each of which an app on a desk may begin one session, soon. */
export interface LoginTokenTable {
  organization_id: number;
  /** A keyed hash of what the app was given. */
  token_hash: string;
  account_id: number;
  /** The account's when the token was made. */
  access_version: number;
  expires_at: number;
}

/** Answers of providers that browsers posted: each waits for the browser that asked, and is known until it counts no longer. */
export interface SignInAnswerTable {
  organization_id: number;
  /** A keyed hash of the question that it answers. */
  question_hash: string;
  provider_id: string;
  /** Who it names, sealed; empty once the browser took it. */
  identity_sealed: string;
  expires_at: number;
}
