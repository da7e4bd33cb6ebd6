// Exports of an organization's data. One that has neither moment of an end is still to be made.

import type { Generated } from 'kysely';

export interface DataExportTable {
  id: Generated<number>;
  organization_id: number;
  /** Who asked for it. */
  account_id: number;
  /** Whose private data it holds: `stores/exports/export.ts`. */
  kind: string;
  /** The organization's address as who asked reached it, for the link. */
  organization_url: string;
  asked_at: number;
  completed_at: number | null;
  failed_at: number | null;
  deleted_at: number | null;
  /** The part of its address that cannot be guessed; null while there is no file. */
  secret: string | null;
  /** How often making it was begun. */
  tries: number;
  /** Until then one server makes it and the others leave it alone. */
  leased_until: number;
}
