// Reads and writes the domains allowed for email addresses.

import { type AllowedDomain, domainOf } from '../../model/domains/allowed-domain.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const domainsOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('allowed_domain').selectAll().where('organization_id', '=', p.organization).orderBy('id'),
);

/** All domains of the organization, oldest first. */
export async function readDomains(reader: Reader): Promise<AllowedDomain[]> {
  const rows = await domainsOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(domainOf);
}

/** One domain by its normalized name. */
export async function findDomain(reader: Reader, domain: string): Promise<AllowedDomain | undefined> {
  const row = await reader.db
    .selectFrom('allowed_domain')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return row && domainOf(row);
}

/** Stores a domain, normalized by `domain-rules.ts`. */
export async function insertDomain(
  writer: Writer,
  domain: string,
  allowSubdomains: boolean,
): Promise<AllowedDomain> {
  const { id } = await writer.db
    .insertInto('allowed_domain')
    .values({ organization_id: writer.organizationId, domain, allow_subdomains: Number(allowSubdomains) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, domain, allowSubdomains };
}

/** Sets whether the subdomains of a domain are allowed too. */
export async function updateDomain(writer: Writer, id: number, allowSubdomains: boolean): Promise<void> {
  await writer.db
    .updateTable('allowed_domain')
    .set({ allow_subdomains: Number(allowSubdomains) })
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Removes a domain; accounts with addresses in it stay. */
export async function deleteDomain(writer: Writer, id: number): Promise<void> {
  await writer.db
    .deleteFrom('allowed_domain')
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
