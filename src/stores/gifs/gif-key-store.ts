// The organization's key for its provider of GIFs: one, or none. It is sealed with the server's secret together with the
// provider's name, so that no other provider ever receives it: a server may read a new key before it knows the new setting.

import type { Keyring } from '../../model/accounts/credentials.ts';
import type { GifProvider } from '../../model/gifs/gif-provider.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import { openColumn, sealColumn } from '../sealed-column.ts';

/** Separates the provider from the key in what is sealed. */
const SEPARATOR = ' ';

/** The key for a provider; empty if there is none for it, or if it was sealed with another server's secret. */
export async function readGifKey(reader: Reader, keyring: Keyring, provider: GifProvider): Promise<string> {
  const row = await reader.db
    .selectFrom('gif_key')
    .select('sealed_key')
    .where('organization_id', '=', reader.organizationId)
    .executeTakeFirst();
  if (row === undefined) return '';
  const [owner, key = ''] = openColumn(keyring, 'gif-key', row.sealed_key).split(SEPARATOR);
  return owner === provider ? key : '';
}

/** Replaces the key; undefined removes it. */
export async function storeGifKey(
  writer: Writer,
  keyring: Keyring,
  chosen: { readonly provider: GifProvider; readonly key: string } | undefined,
): Promise<void> {
  await writer.db.deleteFrom('gif_key').where('organization_id', '=', writer.organizationId).execute();
  if (!chosen) return;
  const sealed = sealColumn(keyring, 'gif-key', chosen.provider + SEPARATOR + chosen.key);
  await writer.db
    .insertInto('gif_key')
    .values({ organization_id: writer.organizationId, sealed_key: sealed })
    .execute();
}
