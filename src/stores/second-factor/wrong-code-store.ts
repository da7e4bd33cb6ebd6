// Wrong codes of authenticators. A code has six digits, so whoever has the password could find one in some years at the pace that
// other failures have (`../accounts/login-failures.ts`); therefore these count for longer, and right codes forget none of them.

import { rateLimited } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { rateLimitHeaders } from '../../api-contract/rate-limit-headers.ts';
import { DAY } from '../../api-contract/time.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const rules = () => [
  { most: limits.wrongCodesPerDay, seconds: DAY },
  { most: limits.wrongCodesKept, seconds: limits.wrongCodeDays * DAY },
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
  const limit = Math.max(...rules().map(({ most }) => most));
  return newestOf.all(reader, { organization: reader.organizationId, account: accountId, limit });
}

/** The rule by which an account's codes are not taken at a moment, and until when. */
async function lockOf(reader: Reader, accountId: number, now: number) {
  const rows = await newest(reader, accountId);
  return rules()
    .flatMap(({ most, seconds }) => {
      const decisive = rows[most - 1]?.failed_at ?? 0;
      return decisive > now - seconds ? [{ most, free: decisive + seconds }] : [];
    })
    .toSorted((a, b) => b.free - a.free)[0];
}

/** Refuses with `RATE_LIMIT_HIT` a code of an account for which there were too many wrong ones. */
export async function checkMayTypeCode(reader: Reader, accountId: number, now: number): Promise<void> {
  const lock = await lockOf(reader, accountId, now);
  if (lock)
    throw rateLimited(
      lock.free - now,
      rateLimitHeaders({ limit: lock.most, remaining: 0, reset: lock.free }),
      'There were too many wrong codes. Recovery codes and passkeys count still; a new password lets codes count again.',
    );
}

/** Counts a wrong code; gives whether its person is to be told now, which is once for those that count. */
export async function countWrongCode(writer: Writer, accountId: number): Promise<boolean> {
  const { db, organizationId, now } = writer;
  const row = { organization_id: organizationId, account_id: accountId, failed_at: now, is_told: 0 };
  const { id } = await db.insertInto('wrong_code').values(row).returning('id').executeTakeFirstOrThrow();
  const isLocked = (await lockOf(writer, accountId, now)) !== undefined;
  const wasTold = (await newest(writer, accountId)).some(({ is_told }) => is_told === 1);
  if (!isLocked || wasTold) return false;
  await db.updateTable('wrong_code').set({ is_told: 1 }).where('id', '=', id).execute();
  return true;
}

/** Forgets the wrong codes of an account: there is another password or another authenticator. */
export async function forgetWrongCodes(writer: Writer, accountId: number): Promise<void> {
  await writer.db
    .deleteFrom('wrong_code')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .execute();
}

const oldest = (now: number) => now - limits.wrongCodeDays * DAY;

/** Whether there are wrong codes that no longer count at a moment, of whatever organization. */
export async function hasOldCodes(reader: Reader, now: number): Promise<boolean> {
  const query = reader.db
    .selectFrom('wrong_code')
    .select('id')
    .where('failed_at', '<=', oldest(now))
    .limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Removes wrong codes that no longer count at a moment, of all organizations. */
export async function removeOldCodes(writer: Writer, now: number): Promise<void> {
  await writer.db.deleteFrom('wrong_code').where('failed_at', '<=', oldest(now)).execute();
}
