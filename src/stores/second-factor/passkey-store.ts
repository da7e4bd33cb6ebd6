// Reads and writes the passkeys of accounts.

import { parseColumn } from '../../api-contract/parse-column.ts';
import type { StoredPasskey } from '../../model/passkeys/passkey-responses.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Row } from '../../storage/schema.ts';

export interface Passkey extends StoredPasskey {
  readonly id: number;
  /** The host that it works at. */
  readonly relyingParty: string;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly usedAt: number | null;
}

function passkeyOf(row: Row<'passkey'>): Passkey {
  return {
    id: row.id,
    credentialId: row.credential_id,
    relyingParty: row.relying_party,
    publicKey: row.public_key,
    counter: row.counter,
    transports: parseColumn(row.transports),
    name: row.name,
    createdAt: row.created_at,
    usedAt: row.used_at,
  };
}

/** All passkeys of an account, oldest first. */
export async function passkeysOf(reader: Reader, accountId: number): Promise<Passkey[]> {
  const rows = await reader.db
    .selectFrom('passkey')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  return rows.map(passkeyOf);
}

export async function hasPasskey(reader: Reader, accountId: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('passkey')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether any account of the organization has a passkey. */
export async function isPasskeyInUse(reader: Reader): Promise<boolean> {
  const row = await reader.db
    .selectFrom('passkey')
    .select('id')
    .where('organization_id', '=', reader.organizationId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a new passkey and returns its id; undefined if it is already registered in the organization. */
export async function insertPasskey(
  writer: Writer,
  accountId: number,
  passkey: Pick<Passkey, 'credentialId' | 'relyingParty' | 'publicKey' | 'counter' | 'transports' | 'name'>,
): Promise<number | undefined> {
  const row = await writer.db
    .insertInto('passkey')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      credential_id: passkey.credentialId,
      relying_party: passkey.relyingParty,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      created_at: writer.now,
      used_at: null,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'credential_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Renames a passkey of an account; false if it has none with that id. */
export async function renamePasskey(
  writer: Writer,
  accountId: number,
  { id, name }: Pick<Passkey, 'id' | 'name'>,
): Promise<boolean> {
  const row = await writer.db
    .updateTable('passkey')
    .set({ name })
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records a use of a passkey with its signature counter; false if a higher counter was recorded meanwhile.
 */
export async function recordPasskeyUse(writer: Writer, id: number, counter: number): Promise<boolean> {
  const row = await writer.db
    .updateTable('passkey')
    .set({ counter, used_at: writer.now })
    .where('organization_id', '=', writer.organizationId)
    .where('id', '=', id)
    .where('counter', '<=', counter)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes a passkey of an account and returns its name; undefined if it has none with that id. */
export async function deletePasskey(
  writer: Writer,
  accountId: number,
  id: number,
): Promise<string | undefined> {
  const row = await writer.db
    .deleteFrom('passkey')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Removes all passkeys of an account; returns whether there was one. */
export async function deletePasskeys(writer: Writer, accountId: number): Promise<boolean> {
  const rows = await writer.db
    .deleteFrom('passkey')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .returning('id')
    .execute();
  return rows.length > 0;
}
