// Browsers that people are logged in with.

import type { Generated } from 'kysely';

export interface SessionTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** A keyed hash of what the browser holds. */
  token_hash: string;
  /** Of what it held before. */
  old_token_hash: string | null;
  /** Until when the old one counts; null until the new one was used. */
  old_token_until: number | null;
  device: string;
  created_at: number;
  last_seen_at: number;
  renewed_at: number;
  /** When its person last logged in or proved otherwise who they are. */
  proven_at: number;
  /** Of the provider that the session began with, if it speaks OpenID Connect: its issuer, subject and session there. */
  provider_issuer: Generated<string | null>;
  provider_subject: Generated<string | null>;
  provider_sid: Generated<string | null>;
  /** Sent back as a hint when the person logs out there too. */
  id_token_sealed: Generated<string | null>;
}

/** Logout tokens of providers that must not count a second time. */
export interface UsedLogoutTokenTable {
  organization_id: number;
  token_hash: string;
  expires_at: number;
}
