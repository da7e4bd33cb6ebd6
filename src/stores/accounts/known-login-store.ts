// The places that accounts were logged in from, each by a keyed hash, in the database.

import { limits } from '../../api-contract/limits.ts';
import type { Writer } from '../../storage/session.ts';

/** Whether the place was known; from now on it is. The one used longest ago makes room. */
export async function rememberPlace(writer: Writer, accountId: number, key: string): Promise<boolean> {
  const rows = await writer.db
    .selectFrom('known_login')
    .select('place_key')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .orderBy('last_at', 'desc')
    .execute();
  const known = rows.map((row) => row.place_key);
  const beyond = known.filter((other) => other !== key).slice(limits.knownLoginsPerAccount - 1);
  if (beyond.length > 0) {
    await writer.db
      .deleteFrom('known_login')
      .where('account_id', '=', accountId)
      .where('place_key', 'in', beyond)
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
  return known.includes(key);
}
