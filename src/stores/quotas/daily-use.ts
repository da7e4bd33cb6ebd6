// What accounts created in their present day, by kind. A day begins with the first thing that is created in it and lasts 24
// hours; deleting what was created does not give anything back.

import type { QuotaKind } from '../../api-contract/limits/quotas.ts';
import { DAY } from '../../api-contract/time.ts';
import { preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/session.ts';

const use = preparedWrite<{
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
        // A day that seems to begin later than now was begun by a clock that was wrong.
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

/** Counts what an account creates now; gives how much that is in its present day. */
export async function countUse(
  writer: Writer,
  accountId: number,
  kind: QuotaKind,
  amount: number,
): Promise<number> {
  const { now, organizationId: organization } = writer;
  const values = { organization, account: accountId, kind, amount, now, dayAgo: now - DAY };
  return (await use.first(writer, values))?.used ?? amount;
}
