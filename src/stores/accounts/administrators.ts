// The administrators of the organization, for notifications meant for them.

import { Role } from '../../model/accounts/roles.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const administrators = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('role', '<=', Role.administrator)
    .where('is_active', '=', 1)
    .where('bot_type', 'is', null)
    .orderBy('id'),
);

/** The ids of active people who are owners or administrators. */
export async function administratorIds(reader: Reader): Promise<number[]> {
  return (await administrators.all(reader, { organization: reader.organizationId })).map((row) => row.id);
}
