// The previews of pages that messages link to.

import { json, nullable, number, organizationId, text } from './column.ts';
import { absent, kept, table } from './table.ts';

export const linkPreviewTables = {
  link_preview: table({
    columns: {
      organization_id: organizationId,
      /** A hash, because the address may be long. */
      url_hash: text,
      /** A `LinkPreview`; null if the page had nothing to show. */
      found: nullable(json),
      fetched_at: number,
    },
    key: ['organization_id', 'url_hash'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it is computed again when needed'),
  }),
} as const;
