// Stores which introductions accounts have dismissed.

import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** The names of the introductions that an account has dismissed. */
export async function readDismissedSteps(reader: Reader, accountId: number): Promise<Set<string>> {
  const rows = await reader.db
    .selectFrom('onboarding_step')
    .select('step')
    .where('account_id', '=', accountId)
    .execute();
  return new Set(rows.map((row) => row.step));
}

/** Records that an account has dismissed an introduction. Idempotent. */
export async function dismissStep(writer: Writer, accountId: number, step: string): Promise<void> {
  await writer.db
    .insertInto('onboarding_step')
    .values({ organization_id: writer.organizationId, account_id: accountId, step })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
