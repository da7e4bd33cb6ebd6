// Schemas of presence as clients receive it: the modern form by user id, and the older one by email address.

import {
  anyOf,
  anyText,
  boolean,
  type Decoded,
  mapOf,
  nonNegativeInteger,
  oneOf,
  optional,
  record,
} from '../../api-contract/codec.ts';

export const presenceTimesSchema = record({
  active_timestamp: optional(nonNegativeInteger),
  idle_timestamp: optional(nonNegativeInteger),
});

const status = { client: anyText, status: oneOf('active', 'idle'), timestamp: nonNegativeInteger };

export type ModernPresence = Decoded<typeof presenceTimesSchema>;
export type LegacyPresence = Decoded<typeof legacyPresenceSchema>;

export const clientPresenceSchema = record({ ...status, pushable: boolean });

/** The older form for one person, with the same values twice. */
const legacyPresenceSchema = record({
  website: clientPresenceSchema,
  aggregated: record(status),
});

/** For one person: both forms, without the client in the older one. */
export const namedPresenceSchema = record({
  active_timestamp: optional(nonNegativeInteger),
  idle_timestamp: optional(nonNegativeInteger),
  website: record({ status: oneOf('active', 'idle'), timestamp: nonNegativeInteger }),
  aggregated: record({ status: oneOf('active', 'idle'), timestamp: nonNegativeInteger }),
});

export const presencesSchema = mapOf(anyOf('is not a presence', legacyPresenceSchema, presenceTimesSchema));
