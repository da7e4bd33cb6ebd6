// Changes an account's avatar inside a unit of work.

import type { Account } from '../../model/accounts/account.ts';
import { avatarFolder, type StoredAvatar } from '../../model/avatars/avatar-files.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { avatarEvents } from '../../model/people/email-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { queueFileRemoval } from '../files/unreferenced-files.ts';

/** An uploaded picture, a generated one (`J`) or one from the external service (`G`). */
export type AvatarChoice = StoredAvatar | { readonly source: 'G' | 'J' };

async function store(writer: Writer, before: Account, after: Account): Promise<void> {
  await updateAccount(writer, before.id, {
    avatar_source: after.avatarSource,
    avatar_version: after.avatarVersion,
    avatar_key: after.avatarKey,
  });
}

/** Changes the avatar, emits it, and queues the old file for removal; returns the changed account. */
export async function changeAvatar(
  writer: Writer,
  organization: Organization,
  before: Account,
  choice: AvatarChoice,
): Promise<Account> {
  const after: Account = {
    ...before,
    avatarSource: choice.source,
    avatarVersion: before.avatarVersion + 1,
    avatarKey: 'key' in choice ? choice.key : null,
  };
  await store(writer, before, after);
  for (const event of avatarEvents(organization, before, after)) writer.emit(event);
  if (before.avatarKey !== null)
    await queueFileRemoval(writer, [avatarFolder(organization.id, before.avatarKey)]);
  return after;
}

/** Sets the avatar of a new account without an event. */
export async function firstAvatar(writer: Writer, account: Account, picture: StoredAvatar): Promise<Account> {
  const after: Account = { ...account, avatarSource: picture.source, avatarKey: picture.key };
  await store(writer, account, after);
  return after;
}
