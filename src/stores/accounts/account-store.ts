// Reads and updates accounts.

import { type Account, type AccountRow, accountOf } from '../../model/accounts/account.ts';
import { parseIds } from '../../model/id-column.ts';
import { textKey } from '../../model/text-key.ts';
import { blocksOf } from '../../storage/blocks.ts';
import { aggregatedIds, idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

const byId = preparedRead<{ organization: number; id: number }>()((db, p) =>
  db.selectFrom('account').selectAll().where('id', '=', p.id).where('organization_id', '=', p.organization),
);
const byEmail = preparedRead<{ organization: number; key: string }>()((db, p) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('email_key', '=', p.key),
);
const byApiKey = preparedRead<{ hash: string }>()((db, p) =>
  db.selectFrom('account').selectAll().where('api_key_hash', '=', p.hash),
);

export async function accountById(reader: Reader, id: number): Promise<Account | undefined> {
  const row = await byId.first(reader, { organization: reader.organizationId, id });
  return row && accountOf(row);
}

/** The whole row, including columns that `Account` leaves out (password, API key). */
export async function accountRowById(reader: Reader, id: number): Promise<AccountRow | undefined> {
  return byId.first(reader, { organization: reader.organizationId, id });
}

const sealedKeys = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select(['id', 'api_key_sealed'])
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids)),
);

/** The sealed API keys of the given accounts, by account. */
export async function sealedApiKeys(
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  return new Map((await sealedKeys.all(reader, values)).map((row) => [row.id, row.api_key_sealed ?? '']));
}

/** The whole row by the real address, regardless of case. */
export async function accountRowByEmail(reader: Reader, email: string): Promise<AccountRow | undefined> {
  return byEmail.first(reader, { organization: reader.organizationId, key: textKey(email) });
}

const byEmails = preparedRead<{ organization: number; keys: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('email_key', 'in', textsOf(engine, p.keys)),
);

/** Accounts by their real addresses, keyed by `textKey` of the address. */
export async function accountsByEmail(
  reader: Reader,
  emails: readonly string[],
): Promise<Map<string, Account>> {
  const keys = JSON.stringify(emails.map(textKey));
  const rows = await byEmails.all(reader, { organization: reader.organizationId, keys });
  return new Map(rows.map((row) => [row.email_key, accountOf(row)]));
}

/** An account by its real address, regardless of case. */
export async function accountByEmail(reader: Reader, email: string): Promise<Account | undefined> {
  const row = await accountRowByEmail(reader, email);
  return row && accountOf(row);
}

/** The account of any organization that an API key belongs to, by the key's hash. */
export async function accountRowByApiKeyHash(reader: Reader, hash: string): Promise<AccountRow | undefined> {
  return byApiKey.first(reader, { hash });
}

const byIds = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .orderBy('id'),
);
const allIds = preparedRead<{ organization: number }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select((e) => aggregatedIds(engine, e.ref('id')).as('ids'))
    .where('organization_id', '=', p.organization),
);

/** The ids of all accounts of the organization, ascending. */
async function accountIds(reader: Reader): Promise<number[]> {
  const row = await allIds.first(reader, { organization: reader.organizationId });
  return parseIds(row?.ids ?? '[]').sort((a, b) => a - b);
}

/**
 * All accounts of the organization or those with the given ids, in ascending order. Reads many accounts in blocks, and
 * lets other requests run between them.
 */
export async function readAccounts(reader: Reader, ids?: readonly number[]): Promise<Account[]> {
  const accounts: Account[] = [];
  const selectedIds = ids ? [...new Set(ids)].sort((a, b) => a - b) : await accountIds(reader);
  for await (const block of blocksOf(selectedIds)) {
    const rows = await byIds.all(reader, {
      organization: reader.organizationId,
      ids: JSON.stringify(block),
    });
    for (const row of rows) accounts.push(accountOf(row));
  }
  return accounts;
}

const activeOf = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .where('is_active', '=', 1)
    .where('is_system_bot', '=', 0),
);

/** Which of the ids are active accounts: people and bots, but not system bots. */
export async function activeAmong(reader: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  return new Set((await activeOf.all(reader, values)).map((row) => row.id));
}

const peopleOf = preparedRead<{ organization: number; ids: string }>()((db, p, engine) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('id', 'in', idsOf(engine, p.ids))
    .where('bot_type', 'is', null)
    .where('is_system_bot', '=', 0)
    .orderBy('id'),
);

/** Which of the ids are people, active or not. */
export async function peopleAmong(reader: Reader, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const values = { organization: reader.organizationId, ids: JSON.stringify(ids) };
  return new Set((await peopleOf.all(reader, values)).map((row) => row.id));
}

/** The past roles of accounts, with their periods. */
export async function readPastRoles(reader: Reader): Promise<Schema['role_period'][]> {
  return reader.db
    .selectFrom('role_period')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .where('to_sequence', 'is not', null)
    .execute();
}

export async function updateAccount(
  writer: Writer,
  id: number,
  changes: Partial<Omit<AccountRow, 'id' | 'organization_id'>>,
): Promise<void> {
  await writer.db
    .updateTable('account')
    .set(changes)
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
