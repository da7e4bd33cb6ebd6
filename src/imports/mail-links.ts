// Mails everybody of an organization who has no password yet a link that sets one: an archive holds no passwords.

import { startPasswordReset } from '../actions/accounts/password-reset.ts';
import { assumedUrl } from '../model/organizations/organization-url.ts';
import type { ParleyDatabase } from '../storage/database.ts';
import { readOrganization } from '../stores/organizations/store.ts';

/** Mails of one unit of work. */
const TOGETHER = 100;

/** Leaves the mails for the server to send; gives how many. `serverUrl` is without a slash at its end. */
export async function mailPasswordLinks(
  database: ParleyDatabase,
  organizationId: number,
  serverUrl: string,
): Promise<number> {
  const reader = database.reader(organizationId);
  const url = assumedUrl(serverUrl, (await readOrganization(reader)).host);
  const people = await reader.db
    .selectFrom('account')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null)
    .where('password_hash', 'is', null)
    .orderBy('id')
    .execute();
  for (let at = 0; at < people.length; at += TOGETHER) {
    await database.write(organizationId, async (writer) => {
      for (const { email } of people.slice(at, at + TOGETHER)) await startPasswordReset(writer, email, url);
    });
  }
  return people.length;
}
