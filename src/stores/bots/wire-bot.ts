// The wire form of a bot for accounts that may change it: what its User object leaves out. (Fields of feature
// level 474.)

import { anyOf, anyText, boolean, id, list, mapOf, nullable, record } from '../../api-contract/codec.ts';
import type { Account } from '../../model/accounts/account.ts';
import { type BotService, BotType, withoutSecret } from './bot-service.ts';

const serviceSchema = anyOf(
  'is no service',
  record({ base_url: anyText, interface: id, token: anyText }),
  record({ service_name: anyText, config_data: mapOf(anyText) }),
);

export const botSchema = record({
  user_id: id,
  default_sending_stream: nullable(anyText),
  default_events_register_stream: nullable(anyText),
  default_all_public_streams: boolean,
  services: list(serviceSchema),
});

export type WireBot = Readonly<Record<string, unknown>> & {
  readonly user_id: number;
  readonly services: readonly Readonly<Record<string, unknown>>[];
};

/** The one service of an outgoing webhook or an embedded bot; empty for other bots. */
export function wireServices(
  bot: Pick<Account, 'botType'>,
  service: BotService | undefined,
): Readonly<Record<string, unknown>>[] {
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
