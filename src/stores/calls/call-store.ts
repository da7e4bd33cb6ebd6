// The tokens for call providers that people have authorized.

import type { PersonalProviderKey } from '../../model/calls/call-providers.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('call_token').select(['provider', 'sealed']).where('account_id', '=', p.account),
);

/** The sealed tokens of an account, by provider. */
export async function sealedTokensOf(
  reader: Reader,
  accountId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await byAccount.all(reader, { account: accountId });
  return new Map(rows.map(({ provider, sealed }) => [provider, sealed]));
}

/** Stores a token, replacing an earlier one. */
export async function putSealedToken(
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

/** Deletes the token for a provider. */
export async function deleteSealedToken(
  writer: Writer,
  accountId: number,
  provider: PersonalProviderKey,
): Promise<void> {
  await writer.db
    .deleteFrom('call_token')
    .where('account_id', '=', accountId)
    .where('provider', '=', provider)
    .execute();
}
