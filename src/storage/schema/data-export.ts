// Exports of an organization's data. One with neither `completed_at` nor `failed_at` is still to be made.

import type { Generated } from 'kysely';

export interface DataExportTable {
  id: Generated<number>;
  organization_id: number;
  /** The account that requested it. */
  account_id: number;
  /** Whose private data it contains: see `stores/exports/export.ts`. */
  kind: string;
  /** The organization's address as the requester reached it, for the link. */
  organization_url: string;
  asked_at: number;
  completed_at: number | null;
  failed_at: number | null;
  deleted_at: number | null;
  /** The unguessable part of its address; null while there is no file. */
  secret: string | null;
  /** The number of attempts so far. */
  tries: number;
  /** Until then the export belongs to one server. */
  leased_until: number;
}
