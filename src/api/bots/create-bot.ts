// POST /bots: creates a bot owned by the caller.

import { audit } from '../../actions/audit/audit.ts';
import { firstAvatar } from '../../actions/avatars/change.ts';
import { roleChangeEvents } from '../../actions/groups/role-change-events.ts';
import { anyText, boolean, id, integer, mapOf, nullable, shortText, text } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type ParameterValues, required, withDefault } from '../../api-contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import { checkedFullName } from '../../model/accounts/account-names.ts';
import { randomToken, unsealApiKey } from '../../model/accounts/credentials.ts';
import { Role } from '../../model/accounts/roles.ts';
import { configuredKeyUrl, PUBLIC_KEY_URL } from '../../model/incoming-webhooks/key-signatures.ts';
import { avatarUrl } from '../../model/people/avatar-url.ts';
import { personAdded } from '../../model/people/person-events.ts';
import { findWebhookService } from '../../model/webhook-services/webhook-services.ts';
import {
  accountById,
  accountRowByEmail,
  accountRowById,
  readAccounts,
  updateAccount,
} from '../../stores/accounts/account-store.ts';
import { insertAccount } from '../../stores/accounts/insert-account.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { botAddress } from '../../stores/bots/bot-address.ts';
import { botAdded, botWatchers, wireBotNow } from '../../stores/bots/bot-events.ts';
import {
  checkBotName,
  checkBotType,
  checkInterface,
  checkMayCreateBot,
  checkPayloadUrl,
} from '../../stores/bots/bot-rules.ts';
import { BotType, changedConfig, Interface } from '../../stores/bots/bot-service.ts';
import { putService } from '../../stores/bots/service-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import type { Services } from '../services.ts';
import { actingAccount } from '../users/acting-account.ts';
import { defaultChannel, defaultFields } from './bot-fields.ts';
import { withPicture } from './bot-picture.ts';

const TOKEN_LENGTH = 32;

const parameters = {
  full_name: required(shortText, 'The name of the bot.'),
  short_name: required(shortText, "The first part of the bot's email address."),
  bot_type: withDefault(
    integer(),
    BotType.generic,
    'The type of the bot: 1 generic, 2 incoming webhook, 3 outgoing webhook.',
  ),
  service_name: optionally(
    text({ maximum: limits.botServiceNameCodePoints }),
    'The name of the connected service.',
  ),
  payload_url: withDefault(
    text({ maximum: limits.webAddressCodePoints }),
    '',
    'The URL that an outgoing webhook posts to.',
    {
      encoding: 'either',
    },
  ),
  interface_type: withDefault(
    integer(),
    Interface.own,
    'The format of outgoing webhook requests: 1 generic, 2 Slack.',
  ),
  config_data: withDefault(
    mapOf(text({ maximum: limits.botConfigurationValueCodePoints }), limits.botConfigurationValues),
    {},
    'The configuration of the bot.',
  ),
  default_sending_stream: optionally(shortText, 'The default channel for messages from the bot, by name.'),
  default_events_register_stream: optionally(
    shortText,
    'The default channel for event queues of the bot, by name.',
  ),
  default_all_public_streams: withDefault(
    boolean,
    false,
    'Whether event queues of the bot include all public channels by default.',
  ),
};
type Values = ParameterValues<typeof parameters>;

function checkKind(values: Values, { refusesWebhook }: Services): void {
  checkBotType(values.bot_type);
  checkInterface(values.interface_type);
  if (values.bot_type === BotType.outgoingWebhook) {
    checkPayloadUrl(values.payload_url, 'payload_url', refusesWebhook);
  }
  const keyAddress = configuredKeyUrl(values.config_data);
  if (keyAddress !== undefined) checkPayloadUrl(keyAddress, PUBLIC_KEY_URL, refusesWebhook);
  const isIncoming = values.bot_type === BotType.incomingWebhook;
  if (isIncoming && values.service_name && !findWebhookService(values.service_name)) {
    throw badRequest(`Invalid integration '${values.service_name}'.`);
  }
}

async function insertBot(
  acting: ActorContext,
  services: Services,
  values: Values,
  insert: (email: string, fullName: string) => Promise<number>,
): Promise<Account> {
  const { writer, organization, account: owner } = acting;
  const fullName = checkedFullName(values.full_name);
  const email = botAddress(values.short_name, organization);
  if (values.bot_type === BotType.embedded) throw badRequest('Embedded bots are not enabled.');
  if (await accountRowByEmail(writer, email)) throw badRequest('Email is already in use.');
  checkBotName(fullName, undefined, await readAccounts(writer));
  await checkMayCreateBot(acting, values.bot_type);
  checkKind(values, services);
  await takeQuota(acting, 'bots');
  const sending = await defaultChannel(writer, organization, owner, values.default_sending_stream);
  const events = await defaultChannel(writer, organization, owner, values.default_events_register_stream);
  const botId = await insert(email, fullName);
  await updateAccount(writer, botId, {
    default_sending_channel_id: sending?.id ?? null,
    default_events_channel_id: events?.id ?? null,
    default_all_public_channels: values.default_all_public_streams ? 1 : 0,
  });
  const webhookService = values.bot_type === BotType.incomingWebhook ? values.service_name : undefined;
  const config = changedConfig(
    {},
    { ...values.config_data, ...(webhookService && { integration_id: webhookService }) },
  );
  const hasConfiguration = Object.keys(config).length > 0;
  if (values.bot_type === BotType.outgoingWebhook || hasConfiguration) {
    await putService(writer, services.keyring, {
      accountId: botId,
      name: values.service_name ?? values.short_name.trim(),
      baseUrl: values.payload_url,
      interface: values.interface_type,
      token: randomToken(TOKEN_LENGTH),
      config,
    });
  }
  const bot = await accountById(writer, botId);
  if (!bot) throw new Error('the new bot was not found after insert');
  const auditFields = { accountId: botId, details: { name: bot.fullName, bot_type: values.bot_type } };
  await audit(writer, { kind: 'bot_created', ...auditFields });
  return bot;
}

export const createBot = writeOperation({
  name: 'create-bot',
  method: 'POST',
  path: '/bots',
  summary: 'Create a bot.',
  access: 'human-member',
  needsRecentProof: true,
  files: true,
  errors: ['BAD_IMAGE'],
  parameters,
  result: {
    user_id: id,
    api_key: anyText,
    avatar_url: anyText,
    default_sending_stream: nullable(anyText),
    default_events_register_stream: nullable(anyText),
    default_all_public_streams: boolean,
  },
  async handle(context, values) {
    const { services, actor } = context;
    return withPicture(context, async (writer, picture) => {
      const organization = await readOrganization(writer);
      const owner = await actingAccount(writer, actor.account.id);
      const inserted = await insertBot(
        { writer, organization, account: owner },
        services,
        values,
        (email, fullName) =>
          insertAccount(writer, services.keyring, {
            email,
            fullName,
            role: Role.member,
            botType: values.bot_type,
            botOwnerId: owner.id,
            avatarSource: organization.settings.default_avatar_source,
          }),
      );
      const bot = picture ? await firstAvatar(writer, inserted, picture) : inserted;
      writer.emit(personAdded(bot));
      for (const event of roleChangeEvents(organization, bot, { from: undefined, to: bot.role }, writer.now))
        writer.emit(event);
      writer.emit(
        botAdded(
          services.keyring,
          await botWatchers(writer, owner.id),
          await wireBotNow(writer, services.keyring, bot),
        ),
      );
      const row = await accountRowById(writer, bot.id);
      return {
        user_id: bot.id,
        api_key: unsealApiKey(services.keyring, row?.api_key_sealed ?? ''),
        avatar_url: avatarUrl(bot, organization),
        ...(await defaultFields(writer, bot)),
      };
    });
  },
});
