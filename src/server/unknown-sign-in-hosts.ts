// Providers may be for organizations that are named by their hosts; a name that no organization has is told when the server
// starts. It stops nothing: the organization may be made later.

import type { Logger } from '../api-contract/logger.ts';
import { type SignIn, signInHost } from '../model/sign-in/doors.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';

/** Writes a line for each such name. */
export async function tellUnknownSignInHosts(
  database: ParleyDatabase,
  signIn: SignIn,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const rows = await allOrganizationRows(database.reader(0));
  const known = new Set(rows.map((row) => signInHost({ host: row.host, publicHost: row.public_host })));
  const providers = [...signIn.doors, ...signIn.directories].map(({ provider }) => provider);
  for (const provider of [...providers, ...signIn.scim]) {
    for (const host of provider.organizations.filter((one) => !known.has(one)))
      log.warn({ provider: provider.id, host }, 'a provider is for an organization that is not there');
  }
}
