// A query for the active people of an organization, without bots.

import type { Reader } from '../../storage/reader-writer.ts';

/**
 * The ids of all active people, as a query to be narrowed.
 * @example
 * const owners = await activePeople(reader).where('role', '=', Role.owner).execute();
 */
export function activePeople({ db, organizationId }: Reader) {
  return db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null);
}
