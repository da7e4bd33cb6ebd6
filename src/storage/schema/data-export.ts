// Exports of an organization's data. An export with neither `completed_at` nor `failed_at` is still to be made.

import { generated, id, nullable, number, organizationId, secret, text } from './column.ts';
import { absent, changedByStage, table } from './table.ts';

export const dataExportTables = {
  data_export: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The account that requested it. */
      account_id: id('account'),
      /** Whose private data it contains: see `stores/exports/export.ts`. */
      kind: text,
      /** The organization's address as the requester reached it, for the link. */
      organization_url: text,
      /** When it was requested. */
      asked_at: number,
      completed_at: nullable(number),
      failed_at: nullable(number),
      deleted_at: nullable(number),
      /** The unguessable part of its address; null while there is no file. */
      secret: secret(nullable(text), 'within'),
      /** The number of attempts so far. */
      tries: number,
      /** Until then the export belongs to one server. */
      leased_until: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: absent('its archives are not exported'),
  }),
} as const;
