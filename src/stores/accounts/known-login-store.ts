// The origins (program and network) of an account's logins, each stored as a keyed hash.

import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/**
 * Records the origin of a login and returns whether it was known. The least recently used ones are removed
 * beyond the limit.
 */
export async function rememberLoginOrigin(writer: Writer, accountId: number, key: string): Promise<boolean> {
  const rows = await writer.db
    .selectFrom('known_login')
    .select('place_key')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .orderBy('last_at', 'desc')
    .execute();
  const keys = rows.map((row) => row.place_key);
  const excess = keys.filter((other) => other !== key).slice(limits.knownLoginsPerAccount - 1);
  if (excess.length > 0) {
    await writer.db
      .deleteFrom('known_login')
      .where('account_id', '=', accountId)
      .where('place_key', 'in', excess)
      .execute();
  }
  await writer.db
    .insertInto('known_login')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      place_key: key,
      last_at: writer.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'place_key']).doUpdateSet({ last_at: writer.now }),
    )
    .execute();
  return keys.includes(key);
}
