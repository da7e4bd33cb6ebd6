// Wrong codes of authenticators. A code has six digits, so an attacker with the password could guess one
// within some years at the rate allowed for other failures (`../accounts/login-failures.ts`). Therefore wrong
// codes count for longer, and correct codes do not clear them.

import { rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import { DAY } from '../../api-contract/time.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const rules = () => [
  { maximum: limits.wrongCodesPerDay, seconds: DAY },
  { maximum: limits.wrongCodesPerPeriod, seconds: limits.wrongCodeDays * DAY },
];

const newestOf = preparedRead<{ organization: number; account: number; limit: number }>()((db, p) =>
  db
    .selectFrom('wrong_code')
    .select(['failed_at', 'is_told'])
    .where('organization_id', '=', p.organization)
    .where('account_id', '=', p.account)
    .orderBy('failed_at', 'desc')
    .limit(p.limit),
);

function newest(reader: Reader, accountId: number) {
  const limit = Math.max(...rules().map(({ maximum }) => maximum));
  return newestOf.all(reader, { organization: reader.organizationId, account: accountId, limit });
}

/** The rule that locks an account's codes at a time, and until when. */
async function lockOf(reader: Reader, accountId: number, now: number) {
  const rows = await newest(reader, accountId);
  return rules()
    .flatMap(({ maximum, seconds }) => {
      const limiting = rows[maximum - 1]?.failed_at ?? 0;
      return limiting > now - seconds ? [{ maximum, unlockedAt: limiting + seconds }] : [];
    })
    .toSorted((a, b) => b.unlockedAt - a.unlockedAt)[0];
}

/** @throws `RATE_LIMIT_HIT` if the account had too many wrong codes */
export async function checkMayEnterCode(reader: Reader, accountId: number, now: number): Promise<void> {
  const lock = await lockOf(reader, accountId, now);
  if (lock)
    throw rateLimited(
      lock.unlockedAt - now,
      rateLimitHeaders({ limit: lock.maximum, remaining: 0, reset: lock.unlockedAt }),
      'Too many wrong codes. Use a recovery code or a passkey, or set a new password to enter codes again.',
    ).onPages({ code: 'TOO_MANY_WRONG_CODES' });
}

/** Counts a wrong code; returns whether to notify the account now, which happens once per lock. */
export async function countWrongCode(writer: Writer, accountId: number): Promise<boolean> {
  const { db, organizationId, now } = writer;
  const row = { organization_id: organizationId, account_id: accountId, failed_at: now, is_told: 0 };
  const { id } = await db.insertInto('wrong_code').values(row).returning('id').executeTakeFirstOrThrow();
  const isLocked = (await lockOf(writer, accountId, now)) !== undefined;
  const wasNotified = (await newest(writer, accountId)).some(({ is_told }) => is_told === 1);
  if (!isLocked || wasNotified) return false;
  await db.updateTable('wrong_code').set({ is_told: 1 }).where('id', '=', id).execute();
  return true;
}

/** Clears the wrong codes of an account after its password or authenticator has changed. */
export async function clearWrongCodes(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .deleteFrom('wrong_code')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

const oldest = (now: number) => now - limits.wrongCodeDays * DAY;

/** Whether any organization has expired wrong codes. */
export async function hasExpiredWrongCodes(reader: Reader, now: number): Promise<boolean> {
  const query = reader.db
    .selectFrom('wrong_code')
    .select('id')
    .where('failed_at', '<=', oldest(now))
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Removes expired wrong codes of all organizations. */
export async function removeExpiredWrongCodes(writer: Writer, now: number): Promise<void> {
  await writer.db.deleteFrom('wrong_code').where('failed_at', '<=', oldest(now)).execute();
}
