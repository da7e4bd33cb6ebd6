// Remembers the programs and networks that an account has logged in with, as keyed hashes. A new combination
// is mailed to the account.

import { createHmac } from 'node:crypto';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { programName } from '../../model/accounts/program-name.ts';
import { clientNetworkOf } from '../../model/client-network.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { rememberLoginOrigin } from '../../stores/accounts/known-login-store.ts';
import { mailNewLogin } from './security-mails.ts';

/** New accounts get no such mail. (Reference.) */
const JUST_JOINED_SECONDS = 60;

function keyOf({ secret }: Keyring, accountId: number, program: string, address: string): string {
  const text = `known login:${accountId}:${program}:${clientNetworkOf(address)}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}

/**
 * Records the program and network of a login. If the account has not used them before, it is sent a mail, unless it
 * disabled such mails.
 */
export async function recordLoginOrigin(
  writer: Writer,
  keyring: Keyring,
  account: Account,
  { address, userAgent }: RequestSource,
): Promise<void> {
  const program = programName(userAgent);
  const isKnown = await rememberLoginOrigin(writer, account.id, keyOf(keyring, account.id, program, address));
  const hasJustJoined = writer.now - account.dateJoined < JUST_JOINED_SECONDS;
  if (isKnown || hasJustJoined || !account.settings.enable_login_emails) return;
  await mailNewLogin(writer, account, { program, address });
}
