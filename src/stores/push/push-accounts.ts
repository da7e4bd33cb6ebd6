// The accounts that can receive push notifications.

import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { webSubscribers } from './web-subscription-store.ts';

const owners = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('client_device')
    .select('account_id')
    .where('organization_id', '=', p.organization)
    .where('token_id', 'is not', null)
    .union(db.selectFrom('push_token').select('account_id').where('organization_id', '=', p.organization)),
);
const accountsAmong = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('client_device')
    .select('account_id')
    .where('account_id', 'in', idsOf(engine, p.ids))
    .where('token_id', 'is not', null)
    .union(db.selectFrom('push_token').select('account_id').where('account_id', 'in', idsOf(engine, p.ids))),
);

/**
 * The accounts of the organization with a Web Push subscription or, if there is a relay, with a device that
 * it knows.
 */
export async function accountsWithPush(reader: Reader, hasRelay: boolean): Promise<ReadonlySet<number>> {
  const subscribers = await webSubscribers(reader);
  if (!hasRelay) return subscribers;
  const rows = await owners.all(reader, { organization: reader.organizationId });
  return subscribers.union(new Set(rows.map((row) => row.account_id)));
}

/** The accounts that have a device known to the relay. */
export async function phoneOwnersAmong(reader: Reader, accountIds: readonly number[]): Promise<number[]> {
  const rows = await accountsAmong.all(reader, { ids: JSON.stringify(accountIds) });
  return rows.map((row) => row.account_id);
}
