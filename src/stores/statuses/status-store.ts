// Reads and writes statuses; accounts without one have no row.

import { isEmptyStatus, noStatus, type Status, statusOf } from '../../model/statuses/status.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const statusByAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('user_status').selectAll().where('account_id', '=', p.account),
);
const statusesOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('user_status').selectAll().where('organization_id', '=', p.organization),
);

/** An account's status; empty if it has none. */
export async function readStatus(reader: Reader, accountId: number): Promise<Status> {
  const row = await statusByAccount.first(reader, { account: accountId });
  return row ? statusOf(row) : noStatus;
}

/** All statuses of the organization, by account. */
export async function readStatuses(reader: Reader): Promise<Map<number, Status>> {
  const rows = await statusesOfOrganization.all(reader, { organization: reader.organizationId });
  return new Map(rows.map((row) => [row.account_id, statusOf(row)]));
}

/** Stores an account's status; an empty one deletes the row. */
export async function putStatus(writer: Writer, accountId: number, status: Status): Promise<void> {
  if (isEmptyStatus(status)) {
    await writer.db.deleteFrom('user_status').where('account_id', '=', accountId).execute();
    return;
  }
  const columns = {
    status_text: status.text,
    emoji_name: status.emojiName,
    emoji_code: status.emojiCode,
    reaction_type: status.reactionType,
  };
  await writer.db
    .insertInto('user_status')
    .values({ organization_id: writer.organizationId, account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.columns(['account_id']).doUpdateSet(columns))
    .execute();
}
