// Finds notifications to withdraw: their messages were read, deleted, or moved where the account may not see
// them, an edit removed the reason, or the conversation that came back was marked done or put away again.

import type { LogEntry } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { requesterOf } from '../../queries/requester.ts';
import { readableHeads } from '../../stores/message-access/message-access.ts';
import { messageHeads } from '../../stores/messages/message-store.ts';
import { type Shown, shownMessages, shownTo } from '../../stores/push/displayed-store.ts';
import { readStatusOf } from '../../stores/read-state/read-status.ts';
import type { ByMessage } from './push-triggers.ts';
import { messagesNotBack } from './returned-conversations.ts';

/** The messages whose notifications are withdrawn, by account; `noLongerNotifying` ones lost their reason by an edit. */
export async function obsoleteNotifications(
  hub: OrganizationHub,
  entries: readonly LogEntry[],
  owners: ReadonlySet<number>,
  noLongerNotifying: ByMessage,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const result = new Map<number, number[]>();
  const add = (id: number, messageIds: readonly number[]) => {
    if (messageIds.length > 0) result.set(id, [...new Set([...(result.get(id) ?? []), ...messageIds])]);
  };
  for (const [messageId, accountIds] of noLongerNotifying) for (const id of accountIds) add(id, [messageId]);
  // Most accounts that read something have no device.
  for (const id of readers(entries).intersection(owners)) {
    const shownNotifications = await shownTo(hub.reader, id, limits.messagesShownPerAccount);
    // A conversation that was read when it came back does not become obsolete by being read.
    const unread = shownNotifications.filter(({ returned }) => returned !== 'read');
    add(id, await readAmong(hub, id, messageIdsOf(unread)));
  }
  for (const id of accountsOfLaterConversations(entries).intersection(owners)) {
    const shownNotifications = await shownTo(hub.reader, id, limits.messagesShownPerAccount);
    const returns = shownNotifications.filter(({ returned }) => returned !== null);
    add(id, await messagesNotBack(hub.reader, id, messageIdsOf(returns)));
  }
  const deleted = entries
    .filter((entry) => entry.type === 'delete_message')
    .flatMap((entry) => entry.payload.message_ids as number[]);
  if (deleted.length === 0) return result;
  const shownNotifications = await shownMessages(hub.reader, deleted);
  for (const [id, rows] of Map.groupBy(shownNotifications, (row) => row.account_id)) {
    add(id, await unreadableAmong(hub, id, messageIdsOf(rows)));
  }
  return result;
}

/** The accounts that marked messages as read. */
function readers(entries: readonly LogEntry[]): Set<number> {
  const result = new Set<number>();
  for (const { type, payload, audience } of entries) {
    if (type !== 'update_message_flags' || payload.flag !== 'read' || payload.op !== 'add') continue;
    if (audience.kind === 'accounts') for (const id of audience.ids) result.add(id);
  }
  return result;
}

/** The accounts whose conversations for later changed. */
function accountsOfLaterConversations(entries: readonly LogEntry[]): Set<number> {
  const changes = entries.filter(({ type }) => type === 'later_conversations');
  return new Set(changes.flatMap(({ audience }) => (audience.kind === 'accounts' ? audience.ids : [])));
}

function messageIdsOf(rows: readonly Shown[]): number[] {
  return rows.map((row) => row.message_id);
}

async function readAmong(
  { reader, state }: OrganizationHub,
  accountId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  if (messageIds.length === 0) return [];
  const heads = await messageHeads(reader, messageIds);
  const statuses = await readStatusOf(reader, accountId, await state.subscriptions(reader, accountId), heads);
  return heads.filter(({ id }) => statuses.get(id)?.isRead).map(({ id }) => id);
}

async function unreadableAmong(
  { reader, state }: OrganizationHub,
  accountId: number,
  messageIds: readonly number[],
): Promise<number[]> {
  const account = state.account(accountId);
  const readable = account
    ? await readableHeads(await requesterOf({ reader, state }, account), messageIds)
    : [];
  const readableIds = new Set(readable.map(({ id }) => id));
  return messageIds.filter((id) => !readableIds.has(id));
}
