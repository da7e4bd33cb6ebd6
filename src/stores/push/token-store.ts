// Push tokens of clients without encryption. Stored sealed, so they can only be searched within one account.

import type { TokenKind } from '../../model/push/push-device.ts';
import type { PushTokenRow } from '../../model/push/push-token.ts';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const ofAccounts = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('push_token').selectAll().where('account_id', 'in', idsOf(engine, p.ids)),
);

/** The purpose that tokens are sealed for. */
const PURPOSE = 'push-token';

export async function tokensOf(reader: Reader, accountIds: readonly number[]): Promise<PushTokenRow[]> {
  const rows = await openedRows(reader, accountIds);
  return rows.map(({ row, token }) => ({ ...row, token }));
}

/** The stored rows of accounts, each with its opened token. */
async function openedRows(
  reader: Reader,
  accountIds: readonly number[],
): Promise<{ readonly row: PushTokenRow; readonly token: string }[]> {
  const rows = await ofAccounts.all(reader, { ids: JSON.stringify(accountIds) });
  return rows.map((row) => ({ row, token: reader.secrets.open(PURPOSE, row.token) }));
}

/** Inserts a new token. */
export async function insertToken(writer: Writer, row: PushTokenRow): Promise<void> {
  const sealed = { ...row, token: writer.secrets.seal(PURPOSE, row.token) };
  await writer.db.insertInto('push_token').values(sealed).execute();
}

/** Removes a token of an account; returns whether there was one. */
export async function removeToken(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  token: string,
): Promise<boolean> {
  return (await removeTokens(writer, accountId, kind, [token])) > 0;
}

/** Removes tokens of an account and returns how many there were. */
async function removeTokens(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  tokens: readonly string[],
): Promise<number> {
  const rows = await openedRows(writer, [accountId]);
  const matching = rows.filter(({ row, token }) => row.kind === kind && tokens.includes(token));
  const sealed = JSON.stringify(matching.map(({ row }) => row.token));
  await writer.db
    .deleteFrom('push_token')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('token', 'in', textsOf(writer.engine, sealed))
    .execute();
  return matching.length;
}

export async function removeTokensOf(writer: Writer, accountId: number): Promise<void> {
  await writer.db.deleteFrom('push_token').where('account_id', '=', accountId).execute();
}

/** Removes an account's token by its id, when the same device has registered with encryption. */
export async function deleteTokenById(writer: Writer, accountId: number, tokenId: string): Promise<void> {
  await writer.db
    .deleteFrom('push_token')
    .where('account_id', '=', accountId)
    .where('token_id', '=', tokenId)
    .execute();
}

/** Removes tokens of an account that the relay reports as invalid. */
export async function removeDeadTokens(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  tokens: readonly string[],
): Promise<void> {
  if (tokens.length > 0) await removeTokens(writer, accountId, kind, tokens);
}
