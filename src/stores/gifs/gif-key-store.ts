// The organization's key for its provider of GIFs: one, or none. It is sealed with the server's secret.

import type { Keyring } from '../../model/accounts/credentials.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { openColumn, sealColumn } from '../sealed-column.ts';

/** The key; empty if there is none, or if it was sealed with another server's secret. */
export async function readGifKey(reader: Reader, keyring: Keyring): Promise<string> {
  const row = await reader.db
    .selectFrom('gif_key')
    .select('sealed_key')
    .where('organization_id', '=', reader.organizationId)
    .executeTakeFirst();
  return row === undefined ? '' : openColumn(keyring, 'gif-key', row.sealed_key);
}

/** Replaces the key; undefined removes it. */
export async function storeGifKey(writer: Writer, keyring: Keyring, key: string | undefined): Promise<void> {
  await writer.db.deleteFrom('gif_key').where('organization_id', '=', writer.organizationId).execute();
  if (key === undefined) return;
  await writer.db
    .insertInto('gif_key')
    .values({ organization_id: writer.organizationId, sealed_key: sealColumn(keyring, 'gif-key', key) })
    .execute();
}
