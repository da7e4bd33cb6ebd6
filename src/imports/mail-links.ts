// Mails a link that sets a password to everyone in an imported organization without one: archives contain no passwords.

import { startPasswordReset } from '../actions/accounts/password-reset.ts';
import { assumedUrl } from '../model/organizations/organization-url.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allImports } from '../stores/imports/import-store.ts';
import { readOrganization } from '../stores/organizations/organization-store.ts';
import { selectImport } from './select-import.ts';

/** The number of mails per unit of work. */
const BATCH = 100;
/** The domain under which no mail arrives; reserved for that purpose (RFC 2606). */
const NO_MAIL_DOMAIN = 'invalid';
const NO_IMPORT = 'There is no finished import to send emails for.';

/**
 * Queues the mails for the server to send; returns their number.
 * @param host undefined if there is only one import
 * @param serverUrl without a trailing slash
 */
export async function mailPasswordLinks(
  database: ParleyDatabase,
  host: string | undefined,
  serverUrl: string,
): Promise<number> {
  const finished = (await allImports(database.reader(0))).filter((row) => row.finished_at !== null);
  const { organization_id: organizationId } = selectImport(finished, host, NO_IMPORT);
  const reader = database.reader(organizationId);
  const url = assumedUrl(serverUrl, (await readOrganization(reader)).host);
  const people = await reader.db
    .selectFrom('account')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null)
    .where('password_hash', 'is', null)
    .where('email', 'not like', `%.${NO_MAIL_DOMAIN}`)
    .orderBy('id')
    .execute();
  let queued = 0;
  for (let at = 0; at < people.length; at += BATCH) {
    queued += await database.write(organizationId, async (writer) => {
      let mails = 0;
      for (const { email } of people.slice(at, at + BATCH))
        if (await startPasswordReset(writer, email, url)) mails++;
      return mails;
    });
  }
  return queued;
}
