// The access that people gave to providers of calls, in the database.

import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';
import type { PersonalProviderKey } from './providers.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('call_token').select(['provider', 'sealed']).where('account_id', '=', p.account),
);

/** Somebody's sealed tokens, by provider. */
export async function sealedTokensOf(reader: Reader, accountId: number): Promise<ReadonlyMap<string, string>> {
  const rows = await byAccount.all(reader, { account: accountId });
  return new Map(rows.map(({ provider, sealed }) => [provider, sealed]));
}

/** Keeps a token in place of any earlier one. */
export async function keepSealedToken(
  writer: Writer,
  accountId: number,
  provider: PersonalProviderKey,
  sealed: string,
): Promise<void> {
  await writer.db
    .insertInto('call_token')
    .values({ organization_id: writer.organizationId, account_id: accountId, provider, sealed })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doUpdateSet({ sealed }))
    .execute();
}

/** Puts a new token in the place of `present`, unless another one has come there meanwhile. */
export async function replaceSealedToken(
  writer: Writer,
  accountId: number,
  provider: PersonalProviderKey,
  present: string,
  sealed: string,
): Promise<void> {
  await writer.db
    .updateTable('call_token')
    .set({ sealed })
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('sealed', '=', present)
    .execute();
}

/** Removes a token, unless another one has come in its place meanwhile; gives whether it was there. */
export async function removeSealedToken(
  writer: Writer,
  accountId: number,
  provider: PersonalProviderKey,
  present: string,
): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('call_token')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .where('sealed', '=', present)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}
