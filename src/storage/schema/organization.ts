// The organizations of this server and how far each one's event log has come.

import type { Generated } from 'kysely';
import type { Bit, Json } from './column.ts';

export interface OrganizationTable {
  id: Generated<number>;
  uuid: string;
  /** The short name, part of the wire's `realm_str` and of default hosts. */
  string_id: string;
  name: string;
  /** The host that picks this organization, lower case, without port; empty: any host. */
  host: string;
  /** Without a host of its own: that of the server's public address, as last told; may be empty. */
  public_host: string;
  created_at: number;
  is_deactivated: Bit;
  is_demo: Bit;
  /** Values that differ from the defaults, by the names of `model/organizations/settings.ts`. */
  settings: Json;
  /** Defaults of personal settings for accounts made from now on, where they differ from the server's. */
  default_settings: Json;
}

export interface OrganizationSequenceTable {
  organization_id: number;
  /** The highest sequence number that was given out. */
  sequence: number;
  /** Bytes of all entries that its log ever had. */
  log_bytes: Generated<number>;
}

/** A host that an organization had before. */
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
