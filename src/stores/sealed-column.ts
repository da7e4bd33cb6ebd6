// Secrets in columns, sealed so that a copy of the tables alone reveals none. Plain values of older versions
// are still read until `sealPresentSecrets` has sealed them.

import type { Keyring } from '../model/accounts/credentials.ts';
import { type SealPurpose, seal, unseal } from '../model/sealed.ts';
import type { ParleyDatabase } from '../storage/database.ts';

/** Marks sealed values; plain values never contain a dot. */
const MARK = 'sealed.';

export function sealColumn(keyring: Keyring, purpose: SealPurpose, secret: string): string {
  return MARK + seal(keyring, purpose, secret);
}

/** Opens the secret of a column; empty if it was sealed with another server's key. */
export function openColumn(keyring: Keyring, purpose: SealPurpose, stored: string): string {
  return stored.startsWith(MARK) ? (unseal(keyring, purpose, stored.slice(MARK.length)) ?? '') : stored;
}

/** Makes readers and writers of the database seal and open sealed columns with this keyring. */
export function installSecrets({ secrets }: ParleyDatabase, keyring: Keyring): void {
  secrets.use({
    seal: (kind, secret) => sealColumn(keyring, kind, secret),
    open: (kind, stored) => openColumn(keyring, kind, stored),
  });
}

/**
 * Seals secrets that older versions stored in plain text: tokens of outgoing webhooks and phones, export
 * addresses, and queued mail.
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
      const sealed = { token: sealColumn(keyring, 'bot-token', token) };
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
      const sealed = { secret: sealColumn(keyring, 'export-secret', secret) };
      const update = writer.db.updateTable('data_export').set(sealed);
      const own = update.where('organization_id', '=', organizationId).where('id', '=', id);
      await own.where('secret', '=', secret).execute();
    });
  }
  await sealWaiting(database);
  await sealTokens(database);
}

/** Rows per query. */
const ROWS_AT_ONCE = 500;
/** Kinds of outbox work whose payload contains a secret. */
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
        const own = update.where('organization_id', '=', organizationId).where('id', '=', id);
        await own.where('payload', '=', payload).execute();
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
