// Stores which introductions accounts have dismissed.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const stepsOfAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('onboarding_step').select('step').where('account_id', '=', p.account),
);

/** The names of the introductions that an account has dismissed. */
export async function readDismissedSteps(reader: Reader, accountId: number): Promise<Set<string>> {
  const rows = await stepsOfAccount.all(reader, { account: accountId });
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
