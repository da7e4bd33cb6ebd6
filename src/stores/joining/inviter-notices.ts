// Direct messages of the Notification Bot about a person who has joined: to the inviter, and to the owners of an
// organization that is still small. They are in the language of their reader.

import { limits } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Notice } from '../../model/pending-notices/notice.ts';
import { silentMention } from '../../model/silent-mention.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { languageWithTexts, type ServerText, serverTexts } from '../../texts/server-texts.ts';
import { readAccounts } from '../accounts/account-store.ts';
import { activePeople } from '../accounts/active-people.ts';

/** The inviter of a person who has joined. */
export interface Inviter {
  /** Undefined if the person came without an invitation. */
  readonly inviterId: number | undefined;
  /** The same, or undefined if the inviter is not to be notified. */
  readonly notifiedInviterId: number | undefined;
}

/** The owners to notify. In a larger organization only a channel announces new accounts. */
async function notifiedOwnerIds(writer: Writer, { settings }: Organization): Promise<number[]> {
  if (settings.signup_announcements_stream_id >= 0) return [];
  const maximum = limits.peopleForJoinNotices;
  const people = await activePeople(writer)
    .select('role')
    .limit(maximum + 1)
    .execute();
  if (people.length > maximum) return [];
  return people.filter(({ role }) => role === Role.owner).map(({ id }) => id);
}

/** The notices about an account that has just joined, whose inviter gets one only if they want it. */
export async function inviterNotices(
  writer: Writer,
  organization: Organization,
  account: Account,
  { inviterId, notifiedInviterId }: Inviter,
): Promise<Notice[]> {
  const ownerIds = (await notifiedOwnerIds(writer, organization)).filter(
    (id) => id !== inviterId && id !== account.id,
  );
  const ids = [...ownerIds, ...(inviterId === undefined ? [] : [inviterId])];
  const accounts = await readAccounts(writer, ids);
  const inviter = accounts.find(({ id }) => id === inviterId);
  const values = { who: silentMention(account), organization: organization.name };
  const textFor = (reader: Account, text: ServerText): string => {
    if (reader.id === inviterId) return text('notice.acceptedInvitation', values);
    if (!inviter) return text('notice.joined', values);
    return text('notice.joinedByInvitation', { ...values, inviter: silentMention(inviter) });
  };
  return accounts
    .filter(({ id }) => id === notifiedInviterId || id !== inviterId)
    .map((reader) => {
      const text = serverTexts(languageWithTexts(reader.settings.default_language));
      return { to: { recipientIds: [reader.id] }, text: textFor(reader, text) };
    });
}
