// Mails everybody of an organization who has no password yet a link that sets one: an archive holds no passwords.

import { startPasswordReset } from '../actions/accounts/password-reset.ts';
import type { ImportTarget } from './write/target.ts';

/** Mails of one unit of work. */
const TOGETHER = 100;

/** Leaves the mails for the server to send; gives how many. */
export async function mailPasswordLinks(
  { database, organizationUrl }: Pick<ImportTarget, 'database' | 'organizationUrl'>,
  organizationId: number,
): Promise<number> {
  const people = await database
    .reader(organizationId)
    .db.selectFrom('account')
    .select('email')
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null)
    .where('password_hash', 'is', null)
    .orderBy('id')
    .execute();
  for (let at = 0; at < people.length; at += TOGETHER) {
    await database.write(organizationId, async (writer) => {
      for (const { email } of people.slice(at, at + TOGETHER))
        await startPasswordReset(writer, email, organizationUrl);
    });
  }
  return people.length;
}
