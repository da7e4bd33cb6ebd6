// Giving a bot to somebody else, inside a unit of work. Whoever may no longer change it, or may from now on, is
// told so.

import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { personChanged } from '../../model/people/person-events.ts';
import type { Writer } from '../../storage/session.ts';
import { updateAccount } from '../../stores/accounts/store.ts';
import { botAdded, botGone, botWatchers, wireBotNow } from '../../stores/bots/events.ts';

/** Gives a bot to an account that may own it; who may is the caller's to check. */
export async function changeOwner(
  writer: Writer,
  keyring: Keyring,
  bot: Account,
  owner: Account,
): Promise<void> {
  const before = await botWatchers(writer, bot.botOwnerId);
  const after = await botWatchers(writer, owner.id);
  await updateAccount(writer, bot.id, { bot_owner_id: owner.id });
  const losing = before.filter((id) => !after.includes(id));
  const gaining = after.filter((id) => !before.includes(id));
  if (losing.length > 0) writer.emit(botGone(losing, bot.id));
  if (gaining.length > 0) writer.emit(botAdded(keyring, gaining, await wireBotNow(writer, keyring, bot)));
  writer.emit(personChanged(bot.id, { bot_owner_id: owner.id }));
}
