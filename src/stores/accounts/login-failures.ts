// Counts failed logins per account and per network, in the database, so that restarts forget none and all
// servers count together. An attempt is counted before its password is checked, so that concurrent attempts
// cannot exceed the limit, and retracted if the password was correct. Addresses without an account are counted
// like all others: a lock does not reveal whether an account exists.

import { createHmac } from 'node:crypto';
import { type ApiError, rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/**
 * The keys under which an attempt is counted. They are hashes, because people may type a password into the address
 * field.
 */
export interface LoginAttemptKeys {
  /**
   * The key for the account's passwords, for its codes, or for a known browser. Null if only an API key names the account.
   */
  readonly accountKey: string | null;
  /** Null if the attempt is already counted for its network. */
  readonly networkKey: string | null;
  /** Whether `accountKey` belongs to a known browser, which has a lower limit. */
  readonly isKnown?: boolean;
}

interface Rule {
  readonly maximum: number;
  readonly seconds: number;
}

const accountRules: readonly Rule[] = [
  { maximum: limits.failedLoginsPerAccount, seconds: limits.failedLoginSeconds },
];
const knownDeviceRules: readonly Rule[] = [
  { maximum: limits.failedLoginsPerKnownDevice, seconds: limits.failedLoginSeconds },
];
const networkRules: readonly Rule[] = [
  { maximum: limits.failedLoginsPerNetworkAndMinute, seconds: 60 },
  { maximum: limits.failedLoginsPerNetwork, seconds: limits.failedLoginSeconds },
];

function keyedHash(
  { secret }: Keyring,
  kind: 'account' | 'code' | 'known' | 'network',
  text: string,
): string {
  return createHmac('sha256', secret).update(`failed ${kind}:${text}`).digest('base64url');
}

/** The key for failed passwords of an account, by its address regardless of case. */
export function accountKeyOf(keyring: Keyring, email: string): string {
  return keyedHash(keyring, 'account', textKey(email));
}

/** The key for wrong codes of an account. Only attempts with the correct password count here. */
export function codeKeyOf(keyring: Keyring, accountId: number): string {
  return keyedHash(keyring, 'code', String(accountId));
}

/** The key for wrong passwords from a browser known for an account. @param browserKey identifies the browser */
export function knownDeviceKeyOf(keyring: Keyring, browserKey: string): string {
  return keyedHash(keyring, 'known', browserKey);
}

/** The key for failures from the network of an address. */
export function networkKeyOf(keyring: Keyring, address: string): string {
  return keyedHash(keyring, 'network', clientNetworkOf(address));
}

/** The newest failures under one of the keys. */
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

/** The error if a rule allows no further failure. `newestFirst` has the times of past failures. */
function rateLimitError(
  rules: readonly Rule[],
  newestFirst: readonly number[],
  now: number,
): ApiError | undefined {
  for (const { maximum, seconds } of rules) {
    const limiting = newestFirst[maximum - 1];
    if (limiting === undefined || limiting <= now - seconds) continue;
    const allowedAt = limiting + seconds;
    return rateLimited(allowedAt - now, rateLimitHeaders({ limit: maximum, remaining: 0, reset: allowedAt }));
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
  const limit = Math.max(...rules.map(({ maximum }) => maximum));
  const rows = await query.all(reader, { organization: reader.organizationId, key, limit });
  return rows.map((row) => row.failed_at);
}

/** @throws `RATE_LIMIT_HIT` after too many failures */
export async function checkMayAttemptLogin(
  reader: Reader,
  attempt: LoginAttemptKeys,
  now: number,
): Promise<void> {
  const { accountKey, networkKey, isKnown } = attempt;
  const rules = isKnown ? knownDeviceRules : accountRules;
  const byAccount = await failuresOf(reader, ofAccount, accountKey, rules);
  const byNetwork = await failuresOf(reader, ofNetwork, networkKey, networkRules);
  const error = rateLimitError(rules, byAccount, now) ?? rateLimitError(networkRules, byNetwork, now);
  if (error) throw error;
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

/**
 * Counts an attempt as failed and returns its id.
 * @throws `RATE_LIMIT_HIT` beyond the limits, without counting
 */
export async function countFailure(writer: Writer, attempt: LoginAttemptKeys): Promise<number> {
  await checkMayAttemptLogin(writer, attempt, writer.now);
  const [row] = await insertFailure.all(writer, {
    organization: writer.organizationId,
    account: attempt.accountKey,
    network: attempt.networkKey,
    now: writer.now,
  });
  const id = row?.id ?? 0;
  // Failures of accounts stay until they expire; otherwise an attacker could lift an account's lock by
  // sending enough wrong keys.
  await writer.db
    .deleteFrom('login_failure')
    .where('id', '<=', id - limits.storedFailedLogins)
    .where((e) =>
      e.or([e('account_key', 'is', null), e('failed_at', '<=', writer.now - limits.failedLoginSeconds)]),
    )
    .execute();
  return id;
}

/** Sets the time of a failure to now, once it is certain that the attempt failed. */
export async function markFailure(writer: Writer, id: number): Promise<void> {
  await writer.db.updateTable('login_failure').set({ failed_at: writer.now }).where('id', '=', id).execute();
}

/** Removes attempts that failed for a reason on the server's side. */
export async function retractFailures(writer: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await writer.db.deleteFrom('login_failure').where('id', 'in', ids).execute();
}

async function deleteFailuresOf(writer: Writer, key: string): Promise<void> {
  await writer.db
    .deleteFrom('login_failure')
    .where('organization_id', '=', writer.organizationId)
    .where('account_key', '=', key)
    .execute();
}

/** Clears the wrong passwords of an account after the correct one was given or its mail was read. */
export function clearFailures(writer: Writer, keyring: Keyring, email: string): Promise<void> {
  return deleteFailuresOf(writer, accountKeyOf(keyring, email));
}

/** Clears the wrong passwords from a known browser after the correct one was given. */
export function clearKnownDeviceFailures(
  writer: Writer,
  keyring: Keyring,
  browserKey: string,
): Promise<void> {
  return deleteFailuresOf(writer, knownDeviceKeyOf(keyring, browserKey));
}

/** Clears the wrong codes of an account after a correct one was given. */
export function clearCodeFailures(writer: Writer, keyring: Keyring, accountId: number): Promise<void> {
  return deleteFailuresOf(writer, codeKeyOf(keyring, accountId));
}

/** Whether any organization has failures that have expired. */
export async function hasExpiredFailures(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('login_failure')
    .select('id')
    .where('failed_at', '<=', now - limits.failedLoginSeconds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes expired failures of all organizations. */
export async function removeExpiredFailures(writer: Writer, now: number): Promise<void> {
  await writer.db
    .deleteFrom('login_failure')
    .where('failed_at', '<=', now - limits.failedLoginSeconds)
    .execute();
}
