// Rules about bots, and who may create and change them.

import { badRequest, insufficientPermission, noSuchBot, ownerRequired } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { accountById } from '../accounts/account-store.ts';
import type { ActorContext } from '../actor-context.ts';
import { hasPermission } from '../groups/organization-permissions.ts';
import { BotType, Interface } from './bot-service.ts';

/** The bot with an id, if the actor may change it. @throws `No such bot`, `Insufficient permission` */
export async function changeableBot(reader: Reader, actor: Account, id: number): Promise<Account> {
  const bot = await accountById(reader, id);
  if (!bot?.isBot || bot.isSystemBot) throw noSuchBot();
  if (actor.role > Role.administrator && bot.botOwnerId !== actor.id) throw insufficientPermission();
  if (bot.canCreateUsers && actor.role !== Role.owner) throw ownerRequired();
  return bot;
}

/**
 * Requires permission to create any bot, or write-only bots for that type.
 * @throws `Insufficient permission`
 */
export async function checkMayCreateBot(acting: ActorContext, botType: number): Promise<void> {
  if (await hasPermission(acting, 'can_create_bots_group')) return;
  const isWriteOnly = botType === BotType.incomingWebhook;
  if (isWriteOnly && (await hasPermission(acting, 'can_create_write_only_bots_group'))) return;
  throw insufficientPermission();
}

/** Requires a name that no other active account has. */
export function checkBotName(name: string, ownId: number | undefined, accounts: Iterable<Account>): void {
  for (const account of accounts) {
    if (account.isActive && account.id !== ownId && account.fullName.toLowerCase() === name.toLowerCase()) {
      throw badRequest('Name is already in use!');
    }
  }
}

/** Refuses unknown bot types and embedded bots. */
export function checkBotType(botType: number): void {
  if (botType === BotType.embedded) throw badRequest('Embedded bots are not enabled.');
  if (!Object.values(BotType).some((knownType) => knownType === botType))
    throw badRequest('Invalid bot type');
}

/** Refuses unknown formats of outgoing webhooks. */
export function checkInterface(kind: number): void {
  if (kind !== Interface.own && kind !== Interface.slack) throw badRequest('Invalid interface type');
}

/**
 * Requires that the address of an outgoing webhook is a URL of the web and not one that this server refuses
 * to post to.
 */
export function checkPayloadUrl(url: string, name: string, isBlocked: (address: string) => boolean): void {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw badRequest(`${name} is not a URL`);
  if (isBlocked(url)) {
    throw badRequest(
      `${name} is in a private network, where this server posts only if its administrator allows the address (--webhook-targets).`,
    );
  }
}
