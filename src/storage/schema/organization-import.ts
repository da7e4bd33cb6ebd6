// Imports of organizations: how far each has come, so that it can go on, and be taken back.

import type { Json } from './column.ts';

export interface OrganizationImportTable {
  /** The organization's id. Its row is the last thing that is written: until then nobody sees it. */
  organization_id: number;
  /** A hash by which the archive is known again. */
  archive_key: string;
  format: string;
  host: string;
  /** Of `imports/write/stages.ts`. */
  stage: string;
  /** How many parts of the messages are written, and how many batches of the part after them. */
  parts_done: number;
  batches_done: number;
  /** What ids have become. */
  plan: Json;
  /** What did not come, and why, as far as it is known. */
  notes: Json;
  started_at: number;
  finished_at: number | null;
  /** The newest message that it brought. */
  newest_message_id: number;
}
