// The part of PATCH /bots/{bot_id} that changes a bot's service.

import { audit } from '../../actions/audit/audit.ts';
import { badRequest } from '../../api-contract/error.ts';
import type { Account } from '../../model/accounts/account.ts';
import { configuredKeyUrl, PUBLIC_KEY_URL } from '../../model/incoming-webhooks/key-signatures.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { botServicesChanged, botWatchers } from '../../stores/bots/bot-events.ts';
import { checkInterface, checkPayloadUrl } from '../../stores/bots/bot-rules.ts';
import { type BotService, BotType, changedConfig, Interface } from '../../stores/bots/bot-service.ts';
import { putService, readService } from '../../stores/bots/service-store.ts';
import { wireServices } from '../../stores/bots/wire-bot.ts';
import type { Services } from '../services.ts';

interface ServiceChanges {
  readonly service_payload_url?: string | undefined;
  readonly service_interface?: number | undefined;
  readonly config_data?: Readonly<Record<string, string>> | undefined;
}

/** Rejects settings that this type of bot does not have. */
function check(bot: Account, changes: ServiceChanges, { refusesWebhook }: Services): void {
  const isOutgoing = bot.botType === BotType.outgoingWebhook;
  if (changes.service_payload_url !== undefined) {
    if (!isOutgoing) throw badRequest("This bot type doesn't use a payload URL.");
    checkPayloadUrl(changes.service_payload_url, 'service_payload_url', refusesWebhook);
  }
  if (changes.service_interface !== undefined) {
    if (!isOutgoing) throw badRequest("This bot type doesn't use an interface.");
    checkInterface(changes.service_interface);
  }
  const hasConfiguration = bot.botType === BotType.incomingWebhook || bot.botType === BotType.embedded;
  if (changes.config_data !== undefined && !hasConfiguration) {
    throw badRequest("This bot type doesn't use config data.");
  }
  const keyAddress = configuredKeyUrl(changes.config_data ?? {});
  if (keyAddress !== undefined) checkPayloadUrl(keyAddress, PUBLIC_KEY_URL, refusesWebhook);
}

/**
 * Changes a bot's service.
 * @throws for settings that this type of bot does not have
 */
export async function changeService(
  writer: Writer,
  services: Services,
  bot: Account,
  changes: ServiceChanges,
): Promise<void> {
  check(bot, changes, services);
  const { service_payload_url: baseUrl, service_interface: kind, config_data: config } = changes;
  if (baseUrl === undefined && kind === undefined && config === undefined) return;
  const oldService: BotService = (await readService(writer, services.keyring, bot.id)) ?? {
    accountId: bot.id,
    name: '',
    baseUrl: '',
    interface: Interface.own,
    token: '',
    config: {},
  };
  const after = {
    ...oldService,
    baseUrl: baseUrl ?? oldService.baseUrl,
    interface: kind ?? oldService.interface,
    config: changedConfig(oldService.config, config ?? {}),
  };
  await audit(writer, { kind: 'bot_service_changed', accountId: bot.id });
  await putService(writer, services.keyring, after);
  const changedServices = wireServices(bot, after);
  if (changedServices.length === 0) return;
  const owner = (await accountById(writer, bot.id))?.botOwnerId ?? null;
  writer.emit(
    botServicesChanged(services.keyring, await botWatchers(writer, owner), bot.id, changedServices),
  );
}
