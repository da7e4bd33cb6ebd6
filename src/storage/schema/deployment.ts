// Values on which all servers of one database must agree.

import { nullable, number, text, textOf } from './column.ts';
import { absent, kept, table } from './table.ts';

export const deploymentTables = {
  /** The only row has the id 1. */
  deployment: table({
    columns: {
      id: number,
      /** A one-way hash of the secret that keys were made with. */
      secret_mark: text,
      /** The secret for additional servers, sealed under the database's password; null with the embedded engine. */
      shared_secret: nullable(text),
      /** Null until filling the demo organization begins. */
      demo_state: nullable(textOf<'filling' | 'filled'>()),
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it belongs to the database'),
  }),
} as const;
