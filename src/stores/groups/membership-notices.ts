// Messages of the Notification Bot to people whom others added to a group or removed from it.

import type { Notice } from '../../model/pending-notices/notice.ts';
import { silentMention } from '../../model/silent-mention.ts';
import { readAccounts } from '../accounts/account-store.ts';
import type { GroupEditor } from './group-editor.ts';
import { groupById } from './group-store.ts';

/** The notices of a change of members: one for each affected person, except bots and the actor. */
export async function membershipNotices(
  { writer, account }: GroupEditor,
  groupId: number,
  change: { readonly added: readonly number[]; readonly removed: readonly number[] },
): Promise<Notice[]> {
  const notifiedIds = [...change.added, ...change.removed].filter((id) => id !== account.id);
  const group = notifiedIds.length > 0 ? await groupById(writer, groupId) : undefined;
  if (!group) return [];
  const accounts = await readAccounts(writer, notifiedIds);
  const notified = new Set(
    accounts.filter((account) => account.isActive && !account.isBot).map(({ id }) => id),
  );
  const actorMention = silentMention(account);
  const notice = (ids: readonly number[], text: string): Notice[] => {
    const recipientIds = ids.filter((id) => notified.has(id));
    return recipientIds.length > 0 ? [{ to: { recipientIds }, text }] : [];
  };
  return [
    ...notice(change.added, `${actorMention} added you to the group @_*${group.name}*.`),
    ...notice(change.removed, `${actorMention} removed you from the group @_*${group.name}*.`),
  ];
}
