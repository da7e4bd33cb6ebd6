// What the Notification Bot says to people who were put into a group, or taken out of it, by somebody else.

import type { Notice } from '../../model/pending-notices/notice.ts';
import { silentMention } from '../../model/silent-mention.ts';
import { readAccounts } from '../accounts/account-store.ts';
import type { GroupEditor } from './access.ts';
import { groupById } from './group-store.ts';

/** The notices that a change of members calls for: one for each person concerned, but bots and whoever did it. */
export async function noticesOfMembers(
  { writer, account }: GroupEditor,
  groupId: number,
  change: { readonly added: readonly number[]; readonly removed: readonly number[] },
): Promise<Notice[]> {
  const concerned = [...change.added, ...change.removed].filter((id) => id !== account.id);
  const group = concerned.length > 0 ? await groupById(writer, groupId) : undefined;
  if (!group) return [];
  const accounts = await readAccounts(writer, concerned);
  const told = new Set(accounts.filter((one) => one.isActive && !one.isBot).map(({ id }) => id));
  const who = silentMention(account);
  const notice = (ids: readonly number[], text: string): Notice[] => {
    const recipientIds = ids.filter((id) => told.has(id));
    return recipientIds.length > 0 ? [{ to: { recipientIds }, text }] : [];
  };
  return [
    ...notice(change.added, `${who} added you to the group @_*${group.name}*.`),
    ...notice(change.removed, `${who} removed you from the group @_*${group.name}*.`),
  ];
}
