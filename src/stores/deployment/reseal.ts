// Re-seals everything sealed or hashed under the server's secret with another secret, in one unit of work.
// Values that exist only as keyed hashes cannot be converted and are deleted.

import { sql } from 'kysely';
import { apiKeyHash, type Keyring, sealApiKey, unsealApiKey } from '../../model/accounts/credentials.ts';
import { externalMediaUrl, signedUrl } from '../../model/external-media/external-media-url.ts';
import { seal, sealPurposes, unseal } from '../../model/sealed.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { SecretFormat } from '../../storage/schema/column.ts';
import { declarations, type TableName } from '../../storage/schema.ts';
import { channelEmailHash } from '../channel-email/channel-email-store.ts';

/** The old and the new secret. */
export interface SecretChange {
  readonly from: Keyring;
  readonly to: Keyring;
}

/** Rows per query. */
const ROWS_AT_ONCE = 500;

interface SealedColumn {
  readonly table: TableName;
  /** The column that identifies and orders its rows. */
  readonly key: string;
  readonly column: string;
  readonly format: SecretFormat;
}

const sealedColumns = declarations.flatMap(([table, { columns }]) =>
  Object.entries(columns).flatMap(([column, { secret: format }]): SealedColumn[] =>
    format ? [{ table, key: columns.id ? 'id' : 'account_id', column, format }] : [],
  ),
);

const emptiedTables = declarations.flatMap(([name, { isEmptiedWithSecret }]) =>
  isEmptiedWithSecret ? [name] : [],
);

const SEALED_WITHIN = /sealed\.([A-Za-z0-9_-]{38,})/g;

/**
 * The text with all sealed values sealed under the new secret; values that the old secret does not open stay.
 */
function resealedWithin(text: string, { from, to }: SecretChange): string {
  return text.replace(SEALED_WITHIN, (match, sealed: string) => {
    for (const purpose of sealPurposes) {
      const unsealed = unseal(from, purpose, sealed);
      if (unsealed !== undefined) return `sealed.${seal(to, purpose, unsealed)}`;
    }
    return match;
  });
}

const SIGNED_ADDRESS = /\/external_content\/([0-9a-f]{40})\/((?:[0-9a-f]{2})+)/g;

/** The HTML with addresses of external pictures signed under the new secret; other addresses stay. */
function signAgain(html: string, { from, to }: SecretChange): string {
  return html.replace(SIGNED_ADDRESS, (match, digest: string, hex: string) => {
    const url = signedUrl(from, digest, hex);
    return url === undefined ? match : externalMediaUrl(to, url);
  });
}

/** The API key; undefined if the secret does not open it. */
function apiKeyIn(keyring: Keyring, sealed: string): string | undefined {
  try {
    return unsealApiKey(keyring, sealed);
  } catch {
    return undefined;
  }
}

/** @returns undefined for values that the old secret does not open; they stay */
function resealText(format: SecretFormat, text: string, change: SecretChange): string | undefined {
  if (format === 'signed addresses') {
    const after = signAgain(text, change);
    return after === text ? undefined : after;
  }
  if (format === 'within') {
    const after = resealedWithin(text, change);
    return after === text ? undefined : after;
  }
  const { from, to } = change;
  if (format === 'api key') {
    const unsealed = apiKeyIn(from, text);
    return unsealed === undefined ? undefined : sealApiKey(to, unsealed);
  }
  const unsealed = unseal(from, format, text);
  return unsealed === undefined ? undefined : seal(to, format, unsealed);
}

/** Converts all tables to another secret. */
export async function resealAll(writer: Writer, change: SecretChange): Promise<void> {
  for (const table of emptiedTables) await run(writer, sql`delete from ${sql.table(table)}`);
  for (const column of sealedColumns) await resealColumn(writer, column, change);
  await rehashKeys(writer, change);
  await rehashChannelAddresses(writer, change);
  await resealLog(writer, change);
}

async function run(writer: Writer, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const { sql: text, parameters } = statement.compile(writer.db);
  return writer.execute(text, parameters);
}

async function resealColumn(writer: Writer, target: SealedColumn, change: SecretChange): Promise<void> {
  const [table, key, name] = [sql.table(target.table), sql.ref(target.key), sql.ref(target.column)];
  // Only messages with such addresses are read, which are few.
  const only = target.format === 'signed addresses' ? sql`and ${name} like '%/external_content/%'` : sql``;
  for (let after = 0; ; ) {
    const rows = await run(
      writer,
      sql`select ${key} as key, ${name} as stored from ${table}
        where ${key} > ${after} and ${name} is not null ${only} order by ${key} limit ${ROWS_AT_ONCE}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    // Rows with the last key may continue on the next page, so they are processed there, unless they fill this page.
    const isFull = rows.length === ROWS_AT_ONCE;
    const completeRows = isFull ? rows.filter((row) => row.key !== last.key) : rows;
    for (const row of completeRows.length > 0 ? completeRows : rows) {
      const resealedText = resealText(target.format, String(row.stored), change);
      if (resealedText === undefined) continue;
      await run(
        writer,
        sql`update ${table} set ${name} = ${resealedText} where ${key} = ${row.key} and ${name} = ${row.stored}`,
      );
    }
    after = Number((completeRows.at(-1) ?? last).key);
  }
}

/** Updates the hashes by which API keys are found. */
async function rehashKeys(writer: Writer, { to }: SecretChange): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await writer.db
      .selectFrom('account')
      .select(['id', 'api_key_sealed'])
      .where('id', '>', after)
      .where('api_key_sealed', 'is not', null)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    for (const { id, api_key_sealed: sealed } of rows) {
      const key = apiKeyIn(to, sealed ?? '');
      const hash = key === undefined ? null : apiKeyHash(to, key);
      await writer.db.updateTable('account').set({ api_key_hash: hash }).where('id', '=', id).execute();
    }
    after = last.id;
  }
}

async function rehashChannelAddresses(writer: Writer, { to }: SecretChange): Promise<void> {
  const rows = await writer.db.selectFrom('channel_email').select(['id', 'token_sealed']).execute();
  for (const { id, token_sealed: sealed } of rows) {
    const token = apiKeyIn(to, sealed);
    if (token === undefined) continue;
    const token_hash = channelEmailHash(to, token);
    await writer.db.updateTable('channel_email').set({ token_hash }).where('id', '=', id).execute();
  }
}

/** Converts entries of the event log, some of which hold sealed secrets for clients that are behind. */
async function resealLog(writer: Writer, change: SecretChange): Promise<void> {
  const rows = await writer.db
    .selectFrom('event')
    .select(['organization_id', 'sequence'])
    .where((e) => e.or([e('entry', 'like', '%sealed.%'), e('entry', 'like', '%/external_content/%')]))
    .execute();
  for (const { organization_id: organizationId, sequence } of rows) {
    const at = writer.db
      .selectFrom('event')
      .select('entry')
      .where('organization_id', '=', organizationId)
      .where('sequence', '=', sequence);
    const entry = (await at.executeTakeFirst())?.entry ?? '';
    const resealedEntry = signAgain(resealedWithin(entry, change), change);
    if (resealedEntry === entry) continue;
    await writer.db
      .updateTable('event')
      .set({ entry: resealedEntry })
      .where('organization_id', '=', organizationId)
      .where('sequence', '=', sequence)
      .execute();
  }
}
