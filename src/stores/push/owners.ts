// Who has a phone that can be pushed to.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/session.ts';

const owners = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('client_device')
    .select('account_id')
    .where('organization_id', '=', p.organization)
    .where('token_id', 'is not', null)
    .union(db.selectFrom('push_token').select('account_id').where('organization_id', '=', p.organization)),
);

/** The accounts of the organization with a device that the relay knows. */
export async function pushOwners(reader: Reader): Promise<ReadonlySet<number>> {
  const rows = await owners.all(reader, { organization: reader.organizationId });
  return new Set(rows.map((row) => row.account_id));
}
