// Counts how much accounts create in a day, by kind. A day begins with the first thing created in it
// and lasts 24 hours; deleting things does not reduce the count.

import type { QuotaKind } from '../../api-contract/limits/quotas.ts';
import { DAY } from '../../api-contract/time.ts';
import { preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

const addUse = preparedWrite<{
  organization: number;
  account: number;
  kind: string;
  amount: number;
  now: number;
  dayAgo: number;
}>()((db, p) =>
  db
    .insertInto('quota_use')
    .values({
      organization_id: p.organization,
      account_id: p.account,
      kind: p.kind,
      began_at: p.now,
      used: p.amount,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'kind']).doUpdateSet((e) => {
        // A day that begins in the future was begun by a wrong clock.
        const isOver = e.or([
          e('quota_use.began_at', '<=', p.dayAgo),
          e('quota_use.began_at', '>', e.ref('excluded.began_at')),
        ]);
        return {
          began_at: e
            .case()
            .when(isOver)
            .then(e.ref('excluded.began_at'))
            .else(e.ref('quota_use.began_at'))
            .end(),
          used: e
            .case()
            .when(isOver)
            .then(e.ref('excluded.used'))
            .else(e('quota_use.used', '+', e.ref('excluded.used')))
            .end(),
        };
      }),
    )
    .returning('used'),
);

/** Counts an amount that an account creates now; returns how much it has created in its current day. */
export async function countUse(
  writer: Writer,
  accountId: number,
  kind: QuotaKind,
  amount: number,
): Promise<number> {
  const { now, organizationId: organization } = writer;
  const values = { organization, account: accountId, kind, amount, now, dayAgo: now - DAY };
  return (await addUse.first(writer, values))?.used ?? amount;
}
