// Sessions of browsers that people are logged in with.

import type { Generated } from 'kysely';

export interface SessionTable {
  id: Generated<number>;
  organization_id: number;
  account_id: number;
  /** A keyed hash of the browser's token. */
  token_hash: string;
  /** The hash of the previous token. */
  old_token_hash: string | null;
  /** Until when the previous token is valid; null until the new one has been used. */
  old_token_until: number | null;
  device: string;
  created_at: number;
  last_seen_at: number;
  renewed_at: number;
  /** When the person last logged in or otherwise proved their identity. */
  proven_at: number;
  /** If the session began with an OpenID Connect provider: its issuer, and the subject and session there. */
  provider_issuer: Generated<string | null>;
  provider_subject: Generated<string | null>;
  provider_sid: Generated<string | null>;
  /** Sent to the provider as a hint when the person also logs out there. */
  id_token_sealed: Generated<string | null>;
}

/** Logout tokens of providers, which are accepted only once. */
export interface UsedLogoutTokenTable {
  organization_id: number;
  token_hash: string;
  expires_at: number;
}
