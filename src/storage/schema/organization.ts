// The organizations of this server, and the heads of their event logs.

import { bit, converted, generated, json, number, omitted, organizationId, text } from './column.ts';
import { absent, included, kept, table } from './table.ts';

export const organizationTables = {
  organization: table({
    columns: {
      id: generated(organizationId),
      uuid: text,
      /** The short name, used in `realm_str` on the wire and in default hosts. */
      string_id: text,
      name: text,
      /** The host that selects this organization, in lower case, without port; empty: any host. */
      host: omitted(text, 'the operator sets the host on import'),
      /** For an organization without its own host: the last known host of the server's public address; may be empty. */
      public_host: omitted(text, 'it belongs to the server'),
      created_at: number,
      is_deactivated: bit,
      is_demo: omitted(bit, 'another server fills its own demo organization'),
      /** Settings that differ from the defaults, by the names of `model/organizations/organization-settings.ts`. */
      settings: converted(json, 'organization settings'),
      /** Defaults of personal settings for new accounts, if they differ from the server's. */
      default_settings: converted(json, 'personal settings'),
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),

  organization_sequence: table({
    columns: {
      organization_id: organizationId,
      /** The highest position that was given out. */
      sequence: number,
      /** Bytes of all entries that its log ever had. */
      log_bytes: generated(omitted(number, 'the log itself stays')),
    },
    key: ['organization_id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),

  /** A previous host of an organization. */
  host_alias: table({
    columns: {
      host: text,
      organization_id: organizationId,
    },
    key: ['host'],
    onErasure: kept('it contains nothing about individual people'),
    archive: absent('it belongs to the server'),
  }),

  allowed_domain: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      domain: text,
      allow_subdomains: bit,
    },
    key: ['id'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
  }),
} as const;
