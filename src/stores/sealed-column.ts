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

/** From now on readers and writers of the database seal and open what stores keep sealed. */
export function holdSecrets({ secrets }: ParleyDatabase, keyring: Keyring): void {
  secrets.follow({
    seal: (kind, secret) => sealedColumn(keyring, kind, secret),
    open: (kind, kept) => openedColumn(keyring, kind, kept),
  });
}

/**
 * Seals what an older version kept as it was: tokens of outgoing webhooks and of phones, addresses of exports, and mail that
 * waits.
 */
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
  await sealWaiting(database);
  await sealTokens(database);
}

/** Rows that one look takes. */
const ROWS_AT_ONCE = 500;
/** Kinds of work whose payload opens something. */
const SECRET_KINDS = ['mail', 'push-token'];

async function sealWaiting(database: ParleyDatabase): Promise<void> {
  for (;;) {
    const rows = await database
      .reader(0)
      .db.selectFrom('outbox')
      .select(['organization_id', 'id', 'payload'])
      .where('kind', 'in', SECRET_KINDS)
      .where('payload', 'not like', `${MARK}%`)
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    for (const { organization_id: organizationId, id, payload } of rows) {
      await database.write(organizationId, async (writer) => {
        const update = writer.db
          .updateTable('outbox')
          .set({ payload: writer.secrets.seal('outbox', payload) });
        await update.where('id', '=', id).where('payload', '=', payload).execute();
      });
    }
  }
}

async function sealTokens(database: ParleyDatabase): Promise<void> {
  for (;;) {
    const rows = await database
      .reader(0)
      .db.selectFrom('push_token')
      .select(['organization_id', 'account_id', 'kind', 'token'])
      .where('token', 'not like', `${MARK}%`)
      .limit(ROWS_AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    for (const { organization_id: organizationId, account_id: accountId, kind, token } of rows) {
      await database.write(organizationId, async (writer) => {
        const update = writer.db
          .updateTable('push_token')
          .set({ token: writer.secrets.seal('push-token', token) });
        const own = update.where('account_id', '=', accountId).where('kind', '=', kind);
        await own.where('token', '=', token).execute();
      });
    }
  }
}
