// Failed log-ins, counted for the account that was tried and for the network that tried: in the database, so that a
// restart forgets none and all servers count together. An attempt counts from before its password is looked at, so
// that many at once cannot slip through, and is taken back when the password turns out to be right. Addresses without
// an account are counted like all others: being locked says nothing about whether there is one.

import { createHmac } from 'node:crypto';
import { type ApiError, rateLimited } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { rateLimitHeaders } from '../../contract/rate-limit-headers.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { networkOf } from '../../model/client-network.ts';
import { textKey } from '../../model/text-key.ts';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

/** Whom an attempt counts for, as hashes: what people type into a field for addresses may be a password. */
export interface Suspect {
  /** Null where no account is named but by its API key. */
  readonly accountKey: string | null;
  readonly networkKey: string;
}

interface Rule {
  readonly most: number;
  readonly seconds: number;
}

const accountRules: readonly Rule[] = [
  { most: limits.failedLoginsPerAccount, seconds: limits.failedLoginSeconds },
];
const networkRules: readonly Rule[] = [
  { most: limits.failedLoginsPerNetworkAndMinute, seconds: 60 },
  { most: limits.failedLoginsPerNetwork, seconds: limits.failedLoginSeconds },
];

function keyed({ secret }: Keyring, kind: 'account' | 'network', text: string): string {
  return createHmac('sha256', secret).update(`failed ${kind}:${text}`).digest('base64url');
}

/** The key that an account's failures are counted under, by its address in any spelling of case. */
export function accountKeyOf(keyring: Keyring, email: string): string {
  return keyed(keyring, 'account', textKey(email));
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
  key: string,
  rules: readonly Rule[],
): Promise<number[]> {
  const limit = Math.max(...rules.map(({ most }) => most));
  const rows = await query.all(reader, { organization: reader.organizationId, key, limit });
  return rows.map((row) => row.failed_at);
}

/** Refuses with `RATE_LIMIT_HIT` who has failed too often. */
export async function checkMayTry(reader: Reader, suspect: Suspect, now: number): Promise<void> {
  const { accountKey, networkKey } = suspect;
  const byAccount = accountKey === null ? [] : await failuresOf(reader, ofAccount, accountKey, accountRules);
  const byNetwork = await failuresOf(reader, ofNetwork, networkKey, networkRules);
  const refusal = refusalBy(accountRules, byAccount, now) ?? refusalBy(networkRules, byNetwork, now);
  if (refusal) throw refusal;
}

const insertFailure = preparedWrite<{
  organization: number;
  account: string | null;
  network: string;
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
  await writer.db
    .deleteFrom('login_failure')
    .where('id', '<=', id - limits.failedLoginsKept)
    .execute();
  return id;
}

/** An attempt that failed for a reason of the server's own does not count. */
export async function takeBackFailure(writer: Writer, id: number): Promise<void> {
  await writer.db.deleteFrom('login_failure').where('id', '=', id).execute();
}

/** Forgets the failures of an account, whose owner is there: the right password was given, or mail was read. */
export async function forgetFailures(writer: Writer, keyring: Keyring, email: string): Promise<void> {
  await writer.db
    .deleteFrom('login_failure')
    .where('organization_id', '=', writer.organizationId)
    .where('account_key', '=', accountKeyOf(keyring, email))
    .execute();
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
