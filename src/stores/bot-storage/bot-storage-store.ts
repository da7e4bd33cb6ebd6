// The storage of bots: texts by name, separate for each bot. Lists of names are passed as one parameter.

import { sql } from 'kysely';
import type { StoredValues } from '../../model/bot-storage/bot-storage-rules.ts';
import { preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const allValues = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('bot_storage').select(['name', 'value']).where('account_id', '=', p.account).orderBy('name'),
);
const valuesByNames = preparedRead<{ account: number; names: string }>()((db, p, engine) =>
  db
    .selectFrom('bot_storage')
    .select(['name', 'value'])
    .where('account_id', '=', p.account)
    .where('name', 'in', textsOf(engine, p.names)),
);
const sizeOfOthers = preparedRead<{ account: number; names: string }>()((db, p, engine) =>
  db
    .selectFrom('bot_storage')
    .select(sql<number | string | null>`sum(length(name) + length(value))`.as('size'))
    .where('account_id', '=', p.account)
    .where('name', 'not in', textsOf(engine, p.names)),
);

export async function allStoredValues(reader: Reader, accountId: number): Promise<StoredValues> {
  return valuesOf(await allValues.all(reader, { account: accountId }));
}

/** A bot's values under some names; unused names are missing. */
export async function storedValues(
  reader: Reader,
  accountId: number,
  names: readonly string[],
): Promise<StoredValues> {
  return valuesOf(await valuesByNames.all(reader, { account: accountId, names: JSON.stringify(names) }));
}

function valuesOf(rows: readonly { readonly name: string; readonly value: string }[]): StoredValues {
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** The characters in a bot's names and values, except those under some names. */
export async function storedSizeExcept(
  reader: Reader,
  accountId: number,
  names: readonly string[],
): Promise<number> {
  const row = await sizeOfOthers.first(reader, { account: accountId, names: JSON.stringify(names) });
  return Number(row?.size ?? 0);
}

/** Stores values under their names, replacing earlier ones. */
export async function putValues(writer: Writer, accountId: number, values: StoredValues): Promise<void> {
  const json = JSON.stringify(Object.entries(values));
  const pairs =
    writer.engine === 'sqlite'
      ? sql`select ${accountId}, ${writer.organizationId}, value ->> 0, value ->> 1 from json_each(${json}) where true`
      : sql`select ${accountId}::bigint, ${writer.organizationId}::bigint, value ->> 0, value ->> 1
          from json_array_elements(${json}::json)`;
  await sql`insert into bot_storage (account_id, organization_id, name, value) ${pairs}
    on conflict (account_id, name) do update set value = excluded.value`.execute(writer.db);
}

/** Deletes a bot's values under some names. */
export async function deleteValues(
  writer: Writer,
  accountId: number,
  names: readonly string[],
): Promise<void> {
  await writer.db
    .deleteFrom('bot_storage')
    .where('account_id', '=', accountId)
    .where('name', 'in', textsOf(writer.engine, JSON.stringify(names)))
    .execute();
}

export async function deleteAllValues(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('bot_storage').where('account_id', '=', accountId).execute();
}
