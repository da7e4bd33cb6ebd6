// From where somebody has logged in before: a program in a network, as a keyed hash. A place that is new is told to
// them by mail.

import { createHmac } from 'node:crypto';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { programName } from '../../model/accounts/program-name.ts';
import { networkOf } from '../../model/client-network.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { Writer } from '../../storage/session.ts';
import { rememberPlace } from '../../stores/accounts/known-login-store.ts';
import { tellNewLogin } from './security-mails.ts';

/** Whoever has just joined knows that they are logging in. (Reference.) */
const JUST_JOINED_SECONDS = 60;

function keyOf({ secret }: Keyring, accountId: number, program: string, address: string): string {
  const text = `known login:${accountId}:${program}:${networkOf(address)}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
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
