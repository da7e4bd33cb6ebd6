// Failed log-ins, counted for the account that was tried and for the network that tried: in the database, so that a
// restart forgets none and all servers count together. An attempt counts from before its password is looked at, so
// that many at once cannot slip through, and is taken back when the password turns out to be right. Addresses without
// an account are counted like all others: being locked says nothing about whether there is one.

import { createHmac } from 'node:crypto';
import { type ApiError, rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { networkOf } from '../../model/client-network.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

/** Whom an attempt counts for, as hashes: what people type into a field for addresses may be a password. */
export interface Suspect {
  /** Of its passwords, of its codes, or of a browser that it is known by. Null where no account is named but by its API key. */
  readonly accountKey: string | null;
  /** Null where the same attempt is counted for its network already. */
  readonly networkKey: string | null;
  /** Whether `accountKey` is that of a known browser, which may fail less often. */
  readonly isKnown?: boolean;
}

interface Rule {
  readonly most: number;
  readonly seconds: number;
}

const accountRules: readonly Rule[] = [
  { most: limits.failedLoginsPerAccount, seconds: limits.failedLoginSeconds },
];
const knownRules: readonly Rule[] = [
  { most: limits.failedLoginsPerKnownDevice, seconds: limits.failedLoginSeconds },
];
const networkRules: readonly Rule[] = [
  { most: limits.failedLoginsPerNetworkAndMinute, seconds: 60 },
  { most: limits.failedLoginsPerNetwork, seconds: limits.failedLoginSeconds },
];

function keyed({ secret }: Keyring, kind: 'account' | 'code' | 'known' | 'network', text: string): string {
  return createHmac('sha256', secret).update(`failed ${kind}:${text}`).digest('base64url');
}

/** The key that an account's failures are counted under, by its address in any spelling of case. */
export function accountKeyOf(keyring: Keyring, email: string): string {
  return keyed(keyring, 'account', textKey(email));
}

/** The key that wrong codes of an account count under: who does not know its password adds nothing to them. */
export function codeKeyOf(keyring: Keyring, accountId: number): string {
  return keyed(keyring, 'code', String(accountId));
}

/** The key that wrong passwords from a browser count under by which an account is known. @param by what names the browser */
export function knownKeyOf(keyring: Keyring, by: string): string {
  return keyed(keyring, 'known', by);
}

/** The key that a network's failures are counted under, by an address in it. */
export function networkKeyOf(keyring: Keyring, address: string): string {
  return keyed(keyring, 'network', networkOf(address));
}

/** The newest failures by one of the keys. */
const newestBy = (column: 'account_key' | 'network_key') =>
  preparedRead<{ organization: number; key: string; limit: number }>()((db, p) =>
    db
      .selectFrom('login_failure')
      .select('failed_at')
      .where('organization_id', '=', p.organization)
      .where(column, '=', p.key)
      .orderBy('failed_at', 'desc')
      .limit(p.limit),
  );
const ofAccount = newestBy('account_key');
const ofNetwork = newestBy('network_key');

/** The refusal where a rule allows no further failure; `newestFirst` are the moments of those there were. */
function refusalBy(
  rules: readonly Rule[],
  newestFirst: readonly number[],
  now: number,
): ApiError | undefined {
  for (const { most, seconds } of rules) {
    const decisive = newestFirst[most - 1];
    if (decisive === undefined || decisive <= now - seconds) continue;
    const free = decisive + seconds;
    return rateLimited(free - now, rateLimitHeaders({ limit: most, remaining: 0, reset: free }));
  }
  return undefined;
}

async function failuresOf(
  reader: Reader,
  query: typeof ofAccount,
  key: string | null,
  rules: readonly Rule[],
): Promise<number[]> {
  if (key === null) return [];
  const limit = Math.max(...rules.map(({ most }) => most));
  const rows = await query.all(reader, { organization: reader.organizationId, key, limit });
  return rows.map((row) => row.failed_at);
}

/** Refuses with `RATE_LIMIT_HIT` who has failed too often. */
export async function checkMayTry(reader: Reader, suspect: Suspect, now: number): Promise<void> {
  const { accountKey, networkKey, isKnown } = suspect;
  const rules = isKnown ? knownRules : accountRules;
  const byAccount = await failuresOf(reader, ofAccount, accountKey, rules);
  const byNetwork = await failuresOf(reader, ofNetwork, networkKey, networkRules);
  const refusal = refusalBy(rules, byAccount, now) ?? refusalBy(networkRules, byNetwork, now);
  if (refusal) throw refusal;
}

const insertFailure = preparedWrite<{
  organization: number;
  account: string | null;
  network: string | null;
  now: number;
}>()((db, p) =>
  db
    .insertInto('login_failure')
    .values({
      organization_id: p.organization,
      account_key: p.account,
      network_key: p.network,
      failed_at: p.now,
    })
    .returning('id'),
);

/** Counts an attempt as failed and gives its number; refuses with `RATE_LIMIT_HIT`, and counts nothing, beyond the bounds. */
export async function countFailure(writer: Writer, suspect: Suspect): Promise<number> {
  await checkMayTry(writer, suspect, writer.now);
  const [row] = await insertFailure.all(writer, {
    organization: writer.organizationId,
    account: suspect.accountKey,
    network: suspect.networkKey,
    now: writer.now,
  });
  const id = row?.id ?? 0;
  // Failures of accounts stay as long as they count: else who sends enough wrong keys could lift the lock of one.
  await writer.db
    .deleteFrom('login_failure')
    .where('id', '<=', id - limits.failedLoginsKept)
    .where((e) =>
      e.or([e('account_key', 'is', null), e('failed_at', '<=', writer.now - limits.failedLoginSeconds)]),
    )
    .execute();
  return id;
}

/** Has a failure count from now, when it was found to be one. */
export async function markFailure(writer: Writer, id: number): Promise<void> {
  await writer.db.updateTable('login_failure').set({ failed_at: writer.now }).where('id', '=', id).execute();
}

/** An attempt that failed for a reason of the server's own does not count, under none of its numbers. */
export async function takeBackFailures(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await writer.db.deleteFrom('login_failure').where('id', 'in', ids).execute();
}

async function forgetKey(writer: Writer, key: string): Promise<void> {
  await writer.db
    .deleteFrom('login_failure')
    .where('organization_id', '=', writer.organizationId)
    .where('account_key', '=', key)
    .execute();
}

/** Forgets the wrong passwords of an account, whose owner is there: the right one was given, or mail was read. */
export function forgetFailures(writer: Writer, keyring: Keyring, email: string): Promise<void> {
  return forgetKey(writer, accountKeyOf(keyring, email));
}

/** Forgets the wrong passwords from a known browser: the right one was given. */
export function forgetKnownFailures(writer: Writer, keyring: Keyring, by: string): Promise<void> {
  return forgetKey(writer, knownKeyOf(keyring, by));
}

/** Forgets the wrong codes of an account: a right one was given. */
export function forgetCodeFailures(writer: Writer, keyring: Keyring, accountId: number): Promise<void> {
  return forgetKey(writer, codeKeyOf(keyring, accountId));
}

/** Whether there are failures that no longer count at a moment, of whatever organization. */
export async function hasOldFailures(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('login_failure')
    .select('id')
    .where('failed_at', '<=', now - limits.failedLoginSeconds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes failures that no longer count at a moment, of all organizations. */
export async function removeOldFailures(writer: Writer, now: number): Promise<void> {
  await writer.db
    .deleteFrom('login_failure')
    .where('failed_at', '<=', now - limits.failedLoginSeconds)
    .execute();
}
