// `realm_bot` events, for the accounts that may change a bot: administrators and its owner.

import type { NewEvent } from '../../api-contract/event.ts';
import { newEvent, type PayloadOf } from '../../api-contract/event-declaration.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { Role } from '../../model/accounts/roles.ts';
import { type BotChange, botEvent, type WireBot } from '../../model/bots/bot-schema.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readAccounts } from '../accounts/account-store.ts';
import { activePeople } from '../accounts/active-people.ts';
import { readChannels } from '../channels/channel-store.ts';
import { sealColumn } from '../sealed-column.ts';
import { readServices } from './service-store.ts';
import { wireBot } from './wire-bot.ts';

/** Services as stored in the event log, with sealed tokens. */
function sealedServices(keyring: Keyring, services: WireBot['services']): WireBot['services'] {
  return services.map((service) =>
    'token' in service ? { ...service, token: sealColumn(keyring, 'bot-token', service.token) } : service,
  );
}

function event(watchers: readonly number[], payload: PayloadOf<typeof botEvent>): NewEvent {
  return newEvent(botEvent, payload, { audience: { kind: 'accounts', ids: watchers } });
}

/** The event that `watchers` may change a bot from now on, whether it is new or not. */
export function botAdded(keyring: Keyring, watchers: readonly number[], bot: WireBot): NewEvent {
  return event(watchers, { op: 'add', bot: { ...bot, services: sealedServices(keyring, bot.services) } });
}

/** One property changed. */
export function botChanged(watchers: readonly number[], change: BotChange): NewEvent {
  return event(watchers, { op: 'update', bot: change });
}

/** The services of the bot changed. */
export function botServicesChanged(
  keyring: Keyring,
  watchers: readonly number[],
  botId: number,
  services: WireBot['services'],
): NewEvent {
  return botChanged(watchers, { user_id: botId, services: sealedServices(keyring, services) });
}

/** The watchers may no longer change the bot. */
export function botDeleted(watchers: readonly number[], botId: number): NewEvent {
  return event(watchers, { op: 'delete', bot: { user_id: botId } });
}

/** The ids of administrators and the owner. */
export async function botWatchers(reader: Reader, ownerId: number | null): Promise<number[]> {
  const rows = await activePeople(reader)
    .where((e) => e.or([e('role', '<=', Role.administrator), e('id', '=', ownerId ?? -1)]))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

/** One bot in its wire form, from the tables. */
export async function wireBotNow(reader: Reader, keyring: Keyring, bot: Account): Promise<WireBot> {
  const [only] = await wireBotsNow(reader, keyring, [bot]);
  if (!only) throw new Error('a bot was not found');
  return only;
}

async function wireBotsNow(reader: Reader, keyring: Keyring, bots: readonly Account[]): Promise<WireBot[]> {
  const services = await readServices(reader, keyring);
  const ids = bots.flatMap((bot) => [bot.defaultSendingChannelId, bot.defaultEventsChannelId]);
  const channels = await readChannels(reader, [...new Set(ids.filter((id) => id !== null))]);
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  return bots.map((bot) => wireBot(bot, services.get(bot.id), (id) => names.get(id)));
}

/** Events for an account whose role changes: administrators see all bots. */
export async function roleChangeBotEvents(
  reader: Reader,
  keyring: Keyring,
  account: Account,
  to: Role,
): Promise<NewEvent[]> {
  const sawAll = account.role <= Role.administrator;
  const seesAll = to <= Role.administrator;
  if (sawAll === seesAll) return [];
  const bots = (await readAccounts(reader)).filter(
    (bot) => bot.isBot && !bot.isSystemBot && bot.botOwnerId !== account.id,
  );
  if (!seesAll) return bots.map((bot) => botDeleted([account.id], bot.id));
  return (await wireBotsNow(reader, keyring, bots)).map((bot) => botAdded(keyring, [account.id], bot));
}
