// A domain whose addresses may join an organization that restricts them.

import { anyText, boolean, type Decoded, record } from '../../api-contract/codec.ts';
import type { Row } from '../../storage/schema.ts';

export interface AllowedDomain {
  readonly id: number;
  /** Lower case. */
  readonly domain: string;
  readonly allowSubdomains: boolean;
}

export function domainOf(row: Row<'allowed_domain'>): AllowedDomain {
  return { id: row.id, domain: row.domain, allowSubdomains: row.allow_subdomains === 1 };
}

export const domainSchema = record({ domain: anyText, allow_subdomains: boolean });

export type WireDomain = Decoded<typeof domainSchema>;

export function wireDomain({ domain, allowSubdomains }: AllowedDomain): WireDomain {
  return { domain, allow_subdomains: allowSubdomains };
}
