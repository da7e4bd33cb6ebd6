// The organizations of this server, and the heads of their event logs.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface OrganizationTable {
  id: Generated<number>;
  uuid: string;
  /** The short name, used in `realm_str` on the wire and in default hosts. */
  string_id: string;
  name: string;
  /** The host that selects this organization, in lower case, without port; empty: any host. */
  host: string;
  /** For an organization without its own host: the last known host of the server's public address; may be empty. */
  public_host: string;
  created_at: number;
  is_deactivated: Bit;
  is_demo: Bit;
  /** Settings that differ from the defaults, by the names of `model/organizations/organization-settings.ts`. */
  settings: Json;
  /** Defaults of personal settings for new accounts, where they differ from the server's. */
  default_settings: Json;
}

export interface OrganizationSequenceTable {
  organization_id: number;
  /** The highest position that was given out. */
  sequence: number;
  /** Bytes of all entries that its log ever had. */
  log_bytes: Generated<number>;
}

/** A previous host of an organization. */
export interface HostAliasTable {
  host: string;
  organization_id: number;
}

export interface AllowedDomainTable {
  id: Generated<number>;
  organization_id: number;
  domain: string;
  allow_subdomains: Bit;
}
