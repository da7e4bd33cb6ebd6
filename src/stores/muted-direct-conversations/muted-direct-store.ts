// Reads and writes the direct conversations that people have muted.

import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { ownRows } from '../own-rows.ts';

/** In the order in which they were muted. */
export const mutedDirectConversations = ownRows({
  table: 'muted_direct_conversation',
  owner: 'account_id',
  orderBy: [['id', 'asc']],
});

const mutedBy = preparedRead<{ accounts: string; keys: string }>()((db, p, engine) =>
  db
    .selectFrom('muted_direct_conversation')
    .select(['account_id', 'direct_key'])
    .where('account_id', 'in', idsOf(engine, p.accounts))
    .where('direct_key', 'in', textsOf(engine, p.keys)),
);

/** Which of some accounts have muted which of some direct conversations. */
export async function mutersOfDirect(
  reader: Reader,
  accountIds: Iterable<number>,
  directKeys: Iterable<string>,
): Promise<{ account_id: number; direct_key: string }[]> {
  const [accounts, keys] = [[...new Set(accountIds)], [...new Set(directKeys)]];
  if (accounts.length === 0 || keys.length === 0) return [];
  return mutedBy.all(reader, { accounts: JSON.stringify(accounts), keys: JSON.stringify(keys) });
}

/** The keys of the direct conversations that an account has muted. */
export async function mutedDirectKeys(reader: Reader, accountId: number): Promise<Set<string>> {
  const rows = await mutedDirectConversations.ofAccount(reader, accountId);
  return new Set(rows.map((row) => row.direct_key));
}
