// Giving a bot to somebody else, inside a unit of work. Whoever may no longer change it, or may from now on, is
// told so. Where its events were posted was the former owner's wish, and ends; the new owner hears of it.

import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { ownerChangedNotice } from '../../model/event-subscriptions/notices.ts';
import { personChanged } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/session.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { botAdded, botGone, botWatchers, wireBotNow } from '../../stores/bots/bot-events.ts';
import { switchOffSubscriptionsOf } from '../../stores/event-subscriptions/event-subscription-store.ts';
import {
  keepNotices,
  type NoticeCause,
  type PendingNoticeRow,
} from '../../stores/pending-notices/pending-notice-store.ts';
import { audit } from '../audit/audit.ts';

/** What giving a bot away needs to be told and sealed. */
export interface OwnerChange extends NoticeCause {
  readonly keyring: Keyring;
}

/** Gives a bot to an account that may own it; who may is the caller's to check. Gives what is to be told once it is done. */
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
  if (losing.length > 0) writer.emit(botGone(losing, bot.id));
  if (gaining.length > 0) writer.emit(botAdded(keyring, gaining, await wireBotNow(writer, keyring, bot)));
  writer.emit(personChanged(bot.id, { bot_owner_id: owner.id }));
  return keepNotices(writer, cause, ownerChangedNotice(bot, owner.id, addresses));
}
