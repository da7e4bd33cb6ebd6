// Secrets that a column keeps: sealed, so that a copy of the tables alone opens nothing. What an older version kept as it
// was is still read, until `sealPresentSecrets` has sealed it.

import type { Keyring } from '../model/accounts/credentials.ts';
import { type Purpose, seal, unseal } from '../model/sealed.ts';
import type { ParleyDatabase } from '../storage/database.ts';

/** No secret that was kept as it was has a point. */
const MARK = 'sealed.';

/** What the column is to keep. */
export function sealedColumn(keyring: Keyring, purpose: Purpose, secret: string): string {
  return MARK + seal(keyring, purpose, secret);
}

/** The secret of a column; empty where another server's secret sealed it. */
export function openedColumn(keyring: Keyring, purpose: Purpose, kept: string): string {
  return kept.startsWith(MARK) ? (unseal(keyring, purpose, kept.slice(MARK.length)) ?? '') : kept;
}

/** Seals what an older version kept as it was: tokens of outgoing webhooks and addresses of exports. */
export async function sealPresentSecrets(database: ParleyDatabase, keyring: Keyring): Promise<void> {
  const { db } = database.reader(0);
  const isPlain = ['not like', `${MARK}%`] as const;
  const services = await db
    .selectFrom('bot_service')
    .select(['organization_id', 'account_id', 'token'])
    .where('token', ...isPlain)
    .where('token', '<>', '')
    .execute();
  for (const { organization_id: organizationId, account_id: accountId, token } of services) {
    await database.write(organizationId, async (writer) => {
      const sealed = { token: sealedColumn(keyring, 'bot-token', token) };
      const update = writer.db.updateTable('bot_service').set(sealed);
      await update.where('account_id', '=', accountId).where('token', '=', token).execute();
    });
  }
  const exports = await db
    .selectFrom('data_export')
    .select(['organization_id', 'id', 'secret'])
    .where('secret', ...isPlain)
    .execute();
  for (const { organization_id: organizationId, id, secret } of exports) {
    if (secret === null) continue;
    await database.write(organizationId, async (writer) => {
      const sealed = { secret: sealedColumn(keyring, 'export-secret', secret) };
      const update = writer.db.updateTable('data_export').set(sealed);
      await update.where('id', '=', id).where('secret', '=', secret).execute();
    });
  }
}
