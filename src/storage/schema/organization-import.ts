// Imports of organizations: the progress of each, so that it can be resumed or undone.

import { json, nullable, number, organizationId, text } from './column.ts';
import { absent, changedByStage, table } from './table.ts';

export const organizationImportTables = {
  organization_import: table({
    columns: {
      /** The organization's id. Its row is written last: until then the organization is invisible. */
      organization_id: organizationId,
      /** A hash that identifies the archive. */
      archive_key: text,
      format: text,
      host: text,
      /** The stage that is written next, such as `messages`; `done` after the last. */
      stage: text,
      /** The number of parts of the messages that are written, and of batches of the part after them. */
      parts_done: number,
      batches_done: number,
      /** How the archive's ids map to new ones. */
      plan: json,
      /** The data that could not be imported, and the reasons. */
      notes: json,
      started_at: number,
      finished_at: nullable(number),
      /** The newest message of the import. */
      newest_message_id: number,
    },
    key: ['organization_id'],
    onErasure: changedByStage,
    archive: absent('it describes how the organization came to this server'),
  }),
} as const;
