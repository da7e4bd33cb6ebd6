// The schema of an export of an organization's data, and of the events about exports.

import {
  anyText,
  boolean,
  type Decoded,
  described,
  id,
  list,
  nonNegativeInteger,
  nullable,
  oneOf,
  record,
} from '../../api-contract/codec.ts';
import { eventType } from '../../api-contract/event-declaration.ts';

/**
 * Whose private data an export contains besides public data: no one's, that of people who consent through
 * their setting, or everyone's.
 */
export const exportKinds = ['public', 'full_with_consent', 'full_without_consent'] as const;
export type ExportKind = (typeof exportKinds)[number];

export const exportSchema = record({
  id,
  acting_user_id: id,
  export_time: nonNegativeInteger,
  deleted_timestamp: nullable(nonNegativeInteger),
  failed_timestamp: nullable(nonNegativeInteger),
  export_url: described(
    nullable(anyText),
    'Null while there is no archive, and for accounts that may not download it.',
  ),
  pending: boolean,
  export_type: oneOf(...exportKinds),
  export_from_prior_server: boolean,
});

export type WireExport = Decoded<typeof exportSchema>;

export const exportsEvent = eventType(
  'realm_export',
  'The data exports of the organization changed. Contains the whole list.',
  { exports: list(exportSchema) },
);
