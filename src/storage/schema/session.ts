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
}
