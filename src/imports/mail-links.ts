// Mails everybody of an imported organization who has no password yet a link that sets one: an archive holds no passwords.

import { startPasswordReset } from '../actions/accounts/password-reset.ts';
import { assumedUrl } from '../model/organizations/organization-url.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { allImports } from '../stores/imports/import-store.ts';
import { readOrganization } from '../stores/organizations/organization-store.ts';
import { chosenImport } from './chosen-import.ts';

/** Mails of one unit of work. */
const TOGETHER = 100;
/** The domain below which no mail arrives; it is reserved for that (RFC 2606). */
const NO_MAIL = 'invalid';
const NOTHING_CAME = 'There is no finished import whose people could get mails.';

/**
 * Leaves the mails for the server to send; gives how many.
 * @param host undefined: there is only one import
 * @param serverUrl without a slash at its end
 */
export async function mailPasswordLinks(
  database: ParleyDatabase,
  host: string | undefined,
  serverUrl: string,
): Promise<number> {
  const finished = (await allImports(database.reader(0))).filter((row) => row.finished_at !== null);
  const { organization_id: organizationId } = chosenImport(finished, host, NOTHING_CAME);
  const reader = database.reader(organizationId);
  const url = assumedUrl(serverUrl, (await readOrganization(reader)).host);
  const people = await reader.db
    .selectFrom('account')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null)
    .where('password_hash', 'is', null)
    .where('email', 'not like', `%.${NO_MAIL}`)
    .orderBy('id')
    .execute();
  let queued = 0;
  for (let at = 0; at < people.length; at += TOGETHER) {
    queued += await database.write(organizationId, async (writer) => {
      let mails = 0;
      for (const { email } of people.slice(at, at + TOGETHER))
        if (await startPasswordReset(writer, email, url)) mails++;
      return mails;
    });
  }
  return queued;
}
