// Warns at startup about identity providers that are configured for hosts no organization has. Only a
// warning: the organization may be created later.

import type { Logger } from '../api-contract/logger.ts';
import { type SignIn, signInHost } from '../model/sign-in/provider-clients.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allOrganizationRows } from '../stores/organizations/organization-store.ts';

/** Logs a line for each unknown host. */
export async function warnAboutUnknownSignInHosts(
  database: ParleyDatabase,
  signIn: SignIn,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const rows = await allOrganizationRows(database.reader(0));
  const knownHosts = new Set(rows.map((row) => signInHost({ host: row.host, publicHost: row.public_host })));
  const providers = [...signIn.providers, ...signIn.directories].map(({ provider }) => provider);
  for (const provider of [...providers, ...signIn.scim]) {
    for (const host of provider.organizations.filter((organization) => !knownHosts.has(organization)))
      log.warn({ provider: provider.id, host }, 'an identity provider names an unknown organization');
  }
}
