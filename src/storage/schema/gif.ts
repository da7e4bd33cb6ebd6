// The keys of organizations for the services in which their people search for GIFs.

import { generated, number, organizationId, secret, text } from './column.ts';
import { absent, kept, table } from './table.ts';

export const gifTables = {
  gif_key: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The provider and the organization's key for it, sealed. */
      sealed_key: secret(text, 'within'),
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it is a credential'),
  }),
} as const;
