// The wire form of a bot for accounts that may change it.

import type { Account } from '../../model/accounts/account.ts';
import type { WireBot } from '../../model/bots/bot-schema.ts';
import { type BotService, BotType, withoutSecret } from './bot-service.ts';

/** The one service of an outgoing webhook or an embedded bot; empty for other bots. */
export function wireServices(
  bot: Pick<Account, 'botType'>,
  service: BotService | undefined,
): WireBot['services'] {
  if (!service) return [];
  switch (bot.botType) {
    case BotType.outgoingWebhook:
      return [{ base_url: service.baseUrl, interface: service.interface, token: service.token }];
    case BotType.embedded:
      return [{ service_name: service.name, config_data: withoutSecret(service.config) }];
    default:
      return [];
  }
}

/** `channelName` returns the names of the bot's default channels. */
export function wireBot(
  bot: Account,
  service: BotService | undefined,
  channelName: (id: number) => string | undefined,
): WireBot {
  const nameOf = (id: number | null) => (id === null ? null : (channelName(id) ?? null));
  return {
    user_id: bot.id,
    default_sending_stream: nameOf(bot.defaultSendingChannelId),
    default_events_register_stream: nameOf(bot.defaultEventsChannelId),
    default_all_public_streams: bot.defaultAllPublicChannels,
    services: wireServices(bot, service),
  };
}
