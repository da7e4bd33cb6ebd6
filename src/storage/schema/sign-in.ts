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
