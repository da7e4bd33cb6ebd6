// Tokens of clients that know no encryption, in the database.

import type { TokenKind } from '../../model/push/device.ts';
import type { PushTokenRow } from '../../model/push/token.ts';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const ofAccounts = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('push_token').selectAll().where('account_id', 'in', idsOf(engine, p.ids)),
);

/** The tokens of people. */
export function tokensOf(reader: Reader, accountIds: readonly number[]): Promise<PushTokenRow[]> {
  return ofAccounts.all(reader, { ids: JSON.stringify(accountIds) });
}

/** Keeps a token. */
export async function keepToken(writer: Writer, row: PushTokenRow): Promise<void> {
  await writer.db
    .insertInto('push_token')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Removes a token of a person; gives whether there was one. */
export async function removeToken(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  token: string,
): Promise<boolean> {
  const removed = await writer.db
    .deleteFrom('push_token')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('token', '=', token)
    .returning('token')
    .execute();
  return removed.length > 0;
}

/** Removes all tokens of a person. */
export async function removeTokensOf(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('push_token').where('account_id', '=', accountId).execute();
}

/** Removes a person's token by its id: the same device registered with encryption. */
export async function forgetTokens(writer: Writer, accountId: number, tokenId: string): Promise<void> {
  await writer.db
    .deleteFrom('push_token')
    .where('account_id', '=', accountId)
    .where('token_id', '=', tokenId)
    .execute();
}

/** Removes tokens of a person that the relay calls dead. */
export async function removeDeadTokens(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length === 0) return;
  await writer.db
    .deleteFrom('push_token')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('token', 'in', textsOf(writer.engine, JSON.stringify(tokens)))
    .execute();
}
