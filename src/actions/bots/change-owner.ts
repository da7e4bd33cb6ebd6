// Transfers a bot to another owner, inside a unit of work. Accounts that gain or lose control of the bot are
// notified. Its event subscriptions are switched off, because the former owner chose their addresses, and the
// new owner gets a notice about that.

import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { ownerChangedNotice } from '../../model/event-subscriptions/owner-changed-notice.ts';
import { personChanged } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { botAdded, botDeleted, botWatchers, wireBotNow } from '../../stores/bots/bot-events.ts';
import { switchOffSubscriptionsOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import {
  insertNotices,
  type NoticeCause,
  type PendingNoticeRow,
} from '../../stores/pending-notices/pending-notice-store.ts';
import { audit } from '../audit/audit.ts';

export interface OwnerChange extends NoticeCause {
  readonly keyring: Keyring;
}

/**
 * Transfers a bot to an account that may own it; the caller checks permissions. Returns the notices to send
 * after the commit.
 */
export async function changeOwner(
  writer: Writer,
  { keyring, ...cause }: OwnerChange,
  bot: Account,
  owner: Account,
): Promise<PendingNoticeRow[]> {
  const before = await botWatchers(writer, bot.botOwnerId);
  const after = await botWatchers(writer, owner.id);
  const details = { old_user_id: bot.botOwnerId, new_user_id: owner.id };
  await audit(writer, { kind: 'bot_owner_changed', accountId: bot.id, details });
  await updateAccount(writer, bot.id, { bot_owner_id: owner.id });
  const addresses = await switchOffSubscriptionsOf(writer, bot.id, 'owner_changed');
  const losing = before.filter((id) => !after.includes(id));
  const gaining = after.filter((id) => !before.includes(id));
  if (losing.length > 0) writer.emit(botDeleted(losing, bot.id));
  if (gaining.length > 0) writer.emit(botAdded(keyring, gaining, await wireBotNow(writer, keyring, bot)));
  writer.emit(personChanged({ user_id: bot.id, bot_owner_id: owner.id }));
  return insertNotices(writer, cause, ownerChangedNotice(bot, owner.id, addresses));
}
