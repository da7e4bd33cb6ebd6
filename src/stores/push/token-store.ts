// Tokens of clients that know no encryption, in the database, where they are sealed: none is looked for but among those of
// one person.

import type { TokenKind } from '../../model/push/device.ts';
import type { PushTokenRow } from '../../model/push/token.ts';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const ofAccounts = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('push_token').selectAll().where('account_id', 'in', idsOf(engine, p.ids)),
);

/** What tokens are sealed for. */
const PURPOSE = 'push-token';

/** The tokens of people. */
export async function tokensOf(reader: Reader, accountIds: readonly number[]): Promise<PushTokenRow[]> {
  const rows = await keptOf(reader, accountIds);
  return rows.map(({ row, token }) => ({ ...row, token }));
}

/** The rows of people as they are kept, each with its token. */
async function keptOf(
  reader: Reader,
  accountIds: readonly number[],
): Promise<{ readonly row: PushTokenRow; readonly token: string }[]> {
  const rows = await ofAccounts.all(reader, { ids: JSON.stringify(accountIds) });
  return rows.map((row) => ({ row, token: reader.secrets.open(PURPOSE, row.token) }));
}

/** Keeps a token that is not kept yet. */
export async function keepToken(writer: Writer, row: PushTokenRow): Promise<void> {
  const sealed = { ...row, token: writer.secrets.seal(PURPOSE, row.token) };
  await writer.db.insertInto('push_token').values(sealed).execute();
}

/** Removes a token of a person; gives whether there was one. */
export async function removeToken(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  token: string,
): Promise<boolean> {
  return (await removeTokens(writer, accountId, kind, [token])) > 0;
}

/** Removes tokens of a person, who has few; gives how many there were. */
async function removeTokens(
  writer: Writer,
  accountId: number,
  kind: TokenKind,
  tokens: readonly string[],
): Promise<number> {
  const kept = await keptOf(writer, [accountId]);
  const gone = kept.filter(({ row, token }) => row.kind === kind && tokens.includes(token));
  const sealed = JSON.stringify(gone.map(({ row }) => row.token));
  await writer.db
    .deleteFrom('push_token')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('token', 'in', textsOf(writer.engine, sealed))
    .execute();
  return gone.length;
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
  if (tokens.length > 0) await removeTokens(writer, accountId, kind, tokens);
}
