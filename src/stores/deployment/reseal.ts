// Everything that is sealed or hashed under the server's secret, brought from one secret to another in one unit of work. What is
// kept as a keyed hash alone cannot be: it ends.

import { sql } from 'kysely';
import { apiKeyHash, type Keyring, openApiKey, sealApiKey } from '../../model/accounts/credentials.ts';
import { externalMediaUrl, signedUrl } from '../../model/external-media/address.ts';
import { type Purpose, purposes, seal, unseal } from '../../model/sealed.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Writer } from '../../storage/session.ts';
import { channelEmailHash } from '../channel-email/channel-email-store.ts';

/** From which secret to which. */
export interface Change {
  readonly from: Keyring;
  readonly to: Keyring;
}

/** Rows that one look takes. */
const ROWS_AT_ONCE = 500;

/** How a column keeps a secret: as API keys are kept, sealed for a purpose, somewhere within its text, or as signed addresses in HTML. */
type Kept = 'api key' | Purpose | 'within' | 'signed addresses';

interface SealedColumn {
  readonly table: keyof Schema;
  /** By which its rows are told apart and put in order. */
  readonly key: string;
  readonly column: string;
  readonly kept: Kept;
}

const column = (table: keyof Schema, name: string, kept: Kept, key = 'id'): SealedColumn => ({
  table,
  key,
  column: name,
  kept,
});

const sealedColumns: readonly SealedColumn[] = [
  column('account', 'api_key_sealed', 'api key'),
  column('invitation', 'key_sealed', 'api key'),
  column('invitation_link', 'key_sealed', 'api key'),
  column('channel_email', 'token_sealed', 'api key'),
  column('call_token', 'sealed', 'call-token', 'account_id'),
  column('client_device', 'push_key_sealed', 'push-key'),
  column('second_factor', 'secret_sealed', 'second-factor', 'account_id'),
  column('second_factor', 'new_secret_sealed', 'second-factor', 'account_id'),
  column('bot_service', 'token', 'within', 'account_id'),
  column('bot_service', 'config', 'within', 'account_id'),
  column('data_export', 'secret', 'within'),
  column('outbox', 'payload', 'within'),
  column('push_token', 'token', 'within', 'account_id'),
  column('event_subscription', 'secret', 'within'),
  column('person_erasure', 'known', 'within', 'account_id'),
  column('erased_identity', 'sealed', 'within'),
  column('message', 'rendered_content', 'signed addresses'),
  column('message_edit', 'prev_rendered_content', 'signed addresses'),
  column('scheduled_message', 'rendered_content', 'signed addresses'),
  column('reminder', 'rendered_content', 'signed addresses'),
  column('channel', 'rendered_description', 'signed addresses'),
  column('channel_folder', 'rendered_description', 'signed addresses'),
];

/** What ends: of it only a keyed hash is kept, or the other side knows the server by its old secret. */
const ended = [
  'session',
  'login_token',
  'sign_in_answer',
  'passkey_challenge',
  'recovery_code',
  'known_device',
  'known_login',
  'login_failure',
  'mail_reply',
  'web_push_subscription',
] as const satisfies readonly (keyof Schema)[];

const SEALED_WITHIN = /sealed\.([A-Za-z0-9_-]{38,})/g;

/** What was sealed for any purpose, sealed for it under the other secret; as it is where the first secret does not open it. */
function resealedWithin(text: string, { from, to }: Change): string {
  return text.replace(SEALED_WITHIN, (whole, sealed: string) => {
    for (const purpose of purposes) {
      const opened = unseal(from, purpose, sealed);
      if (opened !== undefined) return `sealed.${seal(to, purpose, opened)}`;
    }
    return whole;
  });
}

const SIGNED_ADDRESS = /\/external_content\/([0-9a-f]{40})\/((?:[0-9a-f]{2})+)/g;

/** HTML whose addresses of pictures elsewhere are signed under the other secret; others stay. */
function resigned(html: string, { from, to }: Change): string {
  return html.replace(SIGNED_ADDRESS, (whole, digest: string, hex: string) => {
    const url = signedUrl(from, digest, hex);
    return url === undefined ? whole : externalMediaUrl(to, url);
  });
}

/** The API key; undefined for one that the secret does not open. */
function apiKeyIn(keyring: Keyring, sealed: string): string | undefined {
  try {
    return openApiKey(keyring, sealed);
  } catch {
    return undefined;
  }
}

/** @returns undefined for what the first secret does not open, which stays */
function resealed(kept: Kept, text: string, change: Change): string | undefined {
  if (kept === 'signed addresses') {
    const after = resigned(text, change);
    return after === text ? undefined : after;
  }
  if (kept === 'within') {
    const after = resealedWithin(text, change);
    return after === text ? undefined : after;
  }
  const { from, to } = change;
  if (kept === 'api key') {
    const opened = apiKeyIn(from, text);
    return opened === undefined ? undefined : sealApiKey(to, opened);
  }
  const opened = unseal(from, kept, text);
  return opened === undefined ? undefined : seal(to, kept, opened);
}

/** Brings all tables to another secret. */
export async function resealAll(writer: Writer, change: Change): Promise<void> {
  for (const table of ended) await run(writer, sql`delete from ${sql.table(table)}`);
  for (const one of sealedColumns) await resealColumn(writer, one, change);
  await rehashKeys(writer, change);
  await rehashChannelAddresses(writer, change);
  await resealLog(writer, change);
}

async function run(writer: Writer, statement: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  const { sql: text, parameters } = statement.compile(writer.db);
  return writer.execute(text, parameters);
}

async function resealColumn(writer: Writer, place: SealedColumn, change: Change): Promise<void> {
  const [table, key, name] = [sql.table(place.table), sql.ref(place.key), sql.ref(place.column)];
  // So that only few of all messages are read.
  const only = place.kept === 'signed addresses' ? sql`and ${name} like '%/external_content/%'` : sql``;
  for (let after = 0; ; ) {
    const rows = await run(
      writer,
      sql`select ${key} as key, ${name} as kept from ${table}
        where ${key} > ${after} and ${name} is not null ${only} order by ${key} limit ${ROWS_AT_ONCE}`,
    );
    const last = rows.at(-1);
    if (!last) return;
    // All rows of the last key are among those of the next look, or of this one.
    const isFull = rows.length === ROWS_AT_ONCE;
    const whole = isFull ? rows.filter((row) => row.key !== last.key) : rows;
    for (const row of whole.length > 0 ? whole : rows) {
      const fresh = resealed(place.kept, String(row.kept), change);
      if (fresh === undefined) continue;
      await run(
        writer,
        sql`update ${table} set ${name} = ${fresh} where ${key} = ${row.key} and ${name} = ${row.kept}`,
      );
    }
    after = Number((whole.at(-1) ?? last).key);
  }
}

/** API keys are found by a hash of them. */
async function rehashKeys(writer: Writer, { to }: Change): Promise<void> {
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

async function rehashChannelAddresses(writer: Writer, { to }: Change): Promise<void> {
  const rows = await writer.db.selectFrom('channel_email').select(['id', 'token_sealed']).execute();
  for (const { id, token_sealed: sealed } of rows) {
    const token = apiKeyIn(to, sealed);
    if (token === undefined) continue;
    const token_hash = channelEmailHash(to, token);
    await writer.db.updateTable('channel_email').set({ token_hash }).where('id', '=', id).execute();
  }
}

/** Entries of the event log hold some secrets sealed, for clients that are behind. */
async function resealLog(writer: Writer, change: Change): Promise<void> {
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
    const fresh = resigned(resealedWithin(entry, change), change);
    if (fresh === entry) continue;
    await writer.db
      .updateTable('event')
      .set({ entry: fresh })
      .where('organization_id', '=', organizationId)
      .where('sequence', '=', sequence)
      .execute();
  }
}
