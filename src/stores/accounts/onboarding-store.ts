// Dismissed introductions in the database.

import type { Reader, Writer } from '../../storage/session.ts';

/** The names of the introductions that a person has dismissed. */
export async function readDismissedSteps(reader: Reader, accountId: number): Promise<Set<string>> {
  const rows = await reader.db
    .selectFrom('onboarding_step')
    .select('step')
    .where('account_id', '=', accountId)
    .execute();
  return new Set(rows.map((row) => row.step));
}

/** Notes that a person has seen an introduction; once more does no harm. */
export async function dismissStep(writer: Writer, accountId: number, step: string): Promise<void> {
  await writer.db
    .insertInto('onboarding_step')
    .values({ organization_id: writer.organizationId, account_id: accountId, step })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
