// Records logins. An account created by someone else counts as joined only with its first login. (Feature
// levels 433 and 475.)

import { accountOf } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { personChanged } from '../../model/people/person-events.ts';
import { isoTime } from '../../model/people/wire-user.ts';
import type { RequestSource } from '../../model/request-source.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountRowById, updateAccount } from '../../stores/accounts/account-store.ts';
import { auditLogin, type LoginOrigin } from '../audit/logins.ts';
import { recordLoginOrigin } from './known-logins.ts';

/** A login, with its method and origin. */
export interface RecordedLogin extends Omit<LoginOrigin, 'address'> {
  readonly source: RequestSource;
}

/** Records a login and its origin; the first one sets when the account joined. */
export async function recordLogin(
  writer: Writer,
  keyring: Keyring,
  accountId: number,
  { source, ...login }: RecordedLogin,
): Promise<void> {
  const row = await accountRowById(writer, accountId);
  if (!row) return;
  await auditLogin(writer, accountId, { ...login, address: source.address });
  await recordLoginOrigin(writer, keyring, accountOf(row), source);
  if (row.last_login_at === null) await recordFirstLogin(writer, accountId);
  else await updateAccount(writer, accountId, { last_login_at: writer.now });
}

/** Records the first login of an account, with any method; does nothing if it has logged in before. */
export async function recordFirstLogin(writer: Writer, accountId: number): Promise<void> {
  const row = await accountRowById(writer, accountId);
  if (!row || row.last_login_at !== null) return;
  await updateAccount(writer, accountId, {
    last_login_at: writer.now,
    date_joined: writer.now,
    is_imported_stub: 0,
  });
  if (row.is_imported_stub === 1) writer.emit(personChanged({ user_id: accountId, is_imported_stub: false }));
  writer.emit(personChanged({ user_id: accountId, date_joined: isoTime(writer.now) }));
}
