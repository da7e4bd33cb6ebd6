// Imports of organizations: the progress of each, so that it can be resumed or undone.

import type { Json } from './column.ts';

export interface OrganizationImportTable {
  /** The organization's id. Its row is written last: until then the organization is invisible. */
  organization_id: number;
  /** A hash that identifies the archive. */
  archive_key: string;
  format: string;
  host: string;
  /** The stage that is written next, such as `messages`; `done` after the last. */
  stage: string;
  /** The number of parts of the messages that are written, and of batches of the part after them. */
  parts_done: number;
  batches_done: number;
  /** How the archive's ids map to new ones. */
  plan: Json;
  /** What could not be imported, and why. */
  notes: Json;
  started_at: number;
  finished_at: number | null;
  /** The newest message of the import. */
  newest_message_id: number;
}
