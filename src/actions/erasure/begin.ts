// Begins the erasure of a person. One unit of work removes all data of the account itself, so it is anonymous
// and closed for good when the request is answered. Data that may be large, and texts of others, are left to
// stages (`stages.ts`).

import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import {
  type ErasedAccounts,
  erasedAccountIds,
  erasedAddress,
  erasedName,
} from '../../model/erasure/erased-accounts.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { emailEvents } from '../../model/people/email-events.ts';
import { personChanged } from '../../model/people/person-events.ts';
import { profileValueRemoved } from '../../model/people/profile-value-events.ts';
import { noStatus } from '../../model/statuses/status.ts';
import { statusChanged } from '../../model/statuses/status-events.ts';
import { textKey } from '../../model/text-key.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById, readAccounts, updateAccount } from '../../stores/accounts/account-store.ts';
import { accountKeyOf } from '../../stores/accounts/login-failures.ts';
import { deleteFewRows } from '../../stores/erasure/delete-rows.ts';
import { insertErasedIdentities } from '../../stores/erasure/erased-identity-store.ts';
import { insertErasure } from '../../stores/erasure/erasure-store.ts';
import { identifiersOf, providerSubjectsOf } from '../../stores/erasure/identifier-store.ts';
import { deleteValue, readValues } from '../../stores/profile-fields/value-store.ts';
import { audit } from '../audit/audit.ts';
import { changeAvatar } from '../avatars/change.ts';
import { withdrawExports } from '../exports/withdraw.ts';
import { emitInvitationsChanged } from '../invitations/invitation-events.ts';
import { orderErasures } from '../messages/erase-sent.ts';
import { removeDevicesOf } from '../push/change-device.ts';
import { firstStage } from './stages.ts';
import { wakeErasure } from './wake.ts';

/** The data to delete besides the account. */
export interface ErasureChoice {
  /** Messages of the person and their bots. Otherwise they stay under the anonymous name. */
  readonly deletesMessages: boolean;
  /** The person's uploads that messages link. Uploads that no message links are always deleted. */
  readonly deletesFiles: boolean;
}

interface Context {
  readonly writer: Writer;
  readonly organization: Organization;
  readonly keyring: Keyring;
}

/**
 * Begins to erase deactivated accounts: a person's first, then those of their bots. Only the ids of the
 * accounts remain.
 */
export async function beginErasure(
  { writer, organization, keyring }: Context,
  accounts: readonly [Account, ...Account[]],
  { deletesMessages, deletesFiles }: ErasureChoice,
): Promise<void> {
  const [person] = accounts;
  const erasedAccounts = await Promise.all(accounts.map((account) => identifiersOf(writer, account)));
  const since = writer.nextSequence();
  await audit(writer, {
    kind: 'user_erased',
    accountId: person.id,
    details: { messages: deletesMessages, files: deletesFiles },
  });
  const subjects = (await Promise.all(accounts.map(({ id }) => providerSubjectsOf(writer, id)))).flat();
  await insertErasedIdentities(
    writer,
    subjects,
    erasedAccounts.filter((account) => !account.isBot).flatMap((account) => account.addresses),
  );
  const allMessages = { publicChannels: true, privateChannels: true, directMessages: true };
  if (deletesMessages)
    await orderErasures(writer, erasedAccountIds(erasedAccounts).toReversed(), allMessages);
  for (const account of accounts) await anonymize(writer, organization, account);
  await deleteFewRows(writer, erasedAccountIds(erasedAccounts));
  await forgetAddresses(writer, keyring, erasedAccounts);
  await withdrawExports(writer, keyring);
  await insertErasure(writer, person.id, {
    accounts: erasedAccounts,
    since,
    deletesFiles,
    stage: firstStage,
  });
  wakeErasure(writer);
}

/** Clears the row of an account, and emits the changes to the accounts that see it. */
async function anonymize(writer: Writer, organization: Organization, account: Account): Promise<void> {
  await removeDevicesOf(writer, account.id);
  const { avatarVersion } = await changeAvatar(writer, organization, account, { source: 'J' });
  const name = erasedName(account);
  const email = erasedAddress(account);
  await updateAccount(writer, account.id, {
    full_name: name,
    email,
    email_key: textKey(email),
    is_email_confirmed: 0,
    is_deleted: 1,
    last_login_at: null,
    timezone: '',
    password_hash: null,
    api_key_hash: null,
    api_key_sealed: null,
    settings: '{}',
    edited_settings: '[]',
    can_create_users: 0,
    can_change_user_emails: 0,
    can_forge_sender: 0,
    default_sending_channel_id: null,
    default_events_channel_id: null,
    default_all_public_channels: 0,
  });
  writer.emit(personChanged({ user_id: account.id, full_name: name }));
  writer.emit(personChanged({ user_id: account.id, timezone: '' }));
  writer.emit(personChanged({ user_id: account.id, is_deleted: true }));
  const after = await accountById(writer, account.id);
  if (!after) return;
  const before = { ...account, avatarSource: 'J', avatarKey: null, avatarVersion };
  for (const event of emailEvents(organization, before, after, await readAccounts(writer)))
    writer.emit(event);
  for (const { fieldId } of await readValues(writer, [account.id])) {
    await deleteValue(writer, account.id, fieldId);
    writer.emit(profileValueRemoved(account.id, fieldId));
  }
  writer.emit({
    ...statusChanged(account, noStatus, false),
    touches: { alertWords: true },
  });
}

/** Deletes pending invitations, sign-ups and login failures of their addresses. */
async function forgetAddresses(
  writer: Writer,
  keyring: Keyring,
  erasedAccounts: ErasedAccounts,
): Promise<void> {
  const addresses = erasedAccounts.flatMap((account) => account.addresses);
  const keys = addresses.map(textKey);
  if (keys.length === 0) return;
  const invited = await writer.db
    .deleteFrom('invitation')
    .where('organization_id', '=', writer.organizationId)
    .where('email_key', 'in', keys)
    .returning('inviter_id')
    .execute();
  if (invited.length > 0)
    await emitInvitationsChanged(
      writer,
      invited.map(({ inviter_id }) => inviter_id),
    );
  await writer.db
    .deleteFrom('sign_up')
    .where('organization_id', '=', writer.organizationId)
    .where('email_key', 'in', keys)
    .execute();
  await writer.db
    .deleteFrom('login_failure')
    .where('organization_id', '=', writer.organizationId)
    .where(
      'account_key',
      'in',
      addresses.map((address) => accountKeyOf(keyring, address)),
    )
    .execute();
}
