// Accounts with an unconfirmed address.

import { sql } from 'kysely';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const unconfirmed = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('is_email_confirmed', '=', sql.lit(0))
    .where('is_deleted', '=', 0)
    .orderBy('id'),
);

/**
 * The ids of accounts with an unconfirmed address, ascending; includes deactivated accounts but not erased
 * ones.
 */
export async function unconfirmedAccountIds(reader: Reader): Promise<number[]> {
  return (await unconfirmed.all(reader, { organization: reader.organizationId })).map(({ id }) => id);
}
