// From where somebody has logged in before: a program in a network, as a keyed hash. A place that is new is told to
// them by mail.

import { createHmac } from 'node:crypto';
import { limits } from '../../contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { programName } from '../../model/accounts/program-name.ts';
import { networkOf } from '../../model/client-network.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { Writer } from '../../storage/session.ts';
import { tellNewLogin } from './security-mails.ts';

/** Whoever has just joined knows that they are logging in. (Reference.) */
const JUST_JOINED_SECONDS = 60;

function keyOf({ secret }: Keyring, accountId: number, program: string, address: string): string {
  const text = `known login:${accountId}:${program}:${networkOf(address)}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/** Whether the place was known; from now on it is. The one used longest ago makes room. */
async function rememberPlace(writer: Writer, accountId: number, key: string): Promise<boolean> {
  const rows = await writer.db
    .selectFrom('known_login')
    .select('place_key')
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .orderBy('last_at', 'desc')
    .execute();
  const known = rows.map((row) => row.place_key);
  const beyond = known.filter((other) => other !== key).slice(limits.knownLoginsPerAccount - 1);
  if (beyond.length > 0) {
    await writer.db
      .deleteFrom('known_login')
      .where('account_id', '=', accountId)
      .where('place_key', 'in', beyond)
      .execute();
  }
  await writer.db
    .insertInto('known_login')
    .values({
      organization_id: writer.organizationId,
      account_id: accountId,
      place_key: key,
      last_at: writer.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'place_key']).doUpdateSet({ last_at: writer.now }),
    )
    .execute();
  return known.includes(key);
}

/** Notes from where somebody logs in, and mails them where that is new, unless they want no such mail. */
export async function noteLoginPlace(
  writer: Writer,
  keyring: Keyring,
  account: Account,
  { address, userAgent }: RequestSource,
): Promise<void> {
  const program = programName(userAgent);
  const isKnown = await rememberPlace(writer, account.id, keyOf(keyring, account.id, program, address));
  const hasJustJoined = writer.now - account.dateJoined < JUST_JOINED_SECONDS;
  if (isKnown || hasJustJoined || !account.settings.enable_login_emails) return;
  await tellNewLogin(writer, account, { program, address });
}
