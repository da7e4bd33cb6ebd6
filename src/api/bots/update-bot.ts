// PATCH /bots/{bot_id}: changes a bot's name, address, role, owner, defaults and service.

import { changeAvatar } from '../../actions/avatars/change.ts';
import { changeOwner, type OwnerChange } from '../../actions/bots/change-owner.ts';
import {
  anyText,
  boolean,
  id,
  integer,
  mapOf,
  nullable,
  oneOf,
  optional,
  shortText,
  text,
} from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, type ParameterValues, required } from '../../api-contract/parameter.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Keyring } from '../../model/accounts/credentials.ts';
import { Role } from '../../model/accounts/roles.ts';
import type { BotChange } from '../../model/bots/bot-schema.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { apiEmail } from '../../model/people/account-email.ts';
import { avatarUrl } from '../../model/people/avatar-url.ts';
import { emailEvents } from '../../model/people/email-events.ts';
import { textKey } from '../../model/text-key.ts';
import { sendPendingNotices } from '../../notices/pending.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import {
  accountById,
  accountRowByEmail,
  readAccounts,
  updateAccount,
} from '../../stores/accounts/account-store.ts';
import type { ActorContext } from '../../stores/actor-context.ts';
import { botAddress } from '../../stores/bots/bot-address.ts';
import { botChanged, botWatchers } from '../../stores/bots/bot-events.ts';
import { changeableBot } from '../../stores/bots/bot-rules.ts';
import { withoutSecret } from '../../stores/bots/bot-service.ts';
import { readService } from '../../stores/bots/service-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import type { PendingNoticeRow } from '../../stores/pending-notices/pending-notice-store.ts';
import { readCreator, requireAccountQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { actingAccount } from '../users/acting-account.ts';
import { assignRole, renameAccount } from '../users/update-user.ts';
import { defaultChannel, defaultFields } from './bot-fields.ts';
import { withPicture } from './bot-picture.ts';
import { changeService } from './change-service.ts';

const parameters = {
  bot_id: required(id, 'The ID of the bot.'),
  full_name: optionally(shortText, 'The new name.'),
  short_name: optionally(shortText, 'The first part of the new email address.', { since: 447 }),
  role: optionally(
    oneOf(Role.owner, Role.administrator, Role.moderator, Role.member, Role.guest),
    'The new role: 100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.',
  ),
  bot_owner_id: optionally(id, 'The ID of the new owner.'),
  service_payload_url: optionally(
    text({ maximum: limits.webAddressCodePoints }),
    'The URL that an outgoing webhook posts to.',
    {
      encoding: 'either',
    },
  ),
  service_interface: optionally(integer(), 'The format of outgoing webhook requests: 1 generic, 2 Slack.'),
  config_data: optionally(
    mapOf(text({ maximum: limits.botConfigurationValueCodePoints }), limits.botConfigurationValues),
    'The configuration of the bot. Keys that are not sent do not change.',
  ),
  default_sending_stream: optionally(
    shortText,
    'The default channel for messages from the bot, by name. An empty string removes it.',
  ),
  default_events_register_stream: optionally(
    shortText,
    'The default channel for event queues of the bot, by name. An empty string removes it.',
  ),
  default_all_public_streams: optionally(
    boolean,
    'Whether event queues of the bot include all public channels by default.',
  ),
};
export type BotChanges = ParameterValues<typeof parameters>;

async function changeAddress(
  writer: Writer,
  organization: Organization,
  bot: Account,
  shortName: string,
): Promise<void> {
  const email = botAddress(shortName, organization);
  if (email === bot.email) return;
  const other = await accountRowByEmail(writer, email);
  if (other && other.id !== bot.id) throw badRequest('Email address already in use');
  await updateAccount(writer, bot.id, { email, email_key: textKey(email) });
  const events = emailEvents(organization, bot, { ...bot, email }, await readAccounts(writer));
  for (const event of events) writer.emit(event);
}

async function assignOwner(
  writer: Writer,
  change: OwnerChange,
  bot: Account,
  ownerId: number,
): Promise<PendingNoticeRow[]> {
  if (bot.botOwnerId === ownerId) return [];
  const owner = await accountById(writer, ownerId);
  if (!owner || owner.isSystemBot) throw badRequest('Failed to change owner, no such user');
  if (!owner.isActive) throw badRequest('Failed to change owner, user is deactivated');
  if (owner.isBot) throw badRequest("Failed to change owner, bots can't own other bots");
  await requireAccountQuota(await readCreator(writer, ownerId), 'bots');
  return changeOwner(writer, change, bot, owner);
}

async function changeDefaults(
  { writer, organization, account: actor }: ActorContext,
  bot: Account,
  changes: BotChanges,
): Promise<void> {
  const changed: BotChange[] = [];
  if (changes.default_sending_stream !== undefined) {
    const channel = await defaultChannel(writer, organization, actor, changes.default_sending_stream);
    await updateAccount(writer, bot.id, { default_sending_channel_id: channel?.id ?? null });
    changed.push({ user_id: bot.id, default_sending_stream: channel?.name ?? null });
  }
  if (changes.default_events_register_stream !== undefined) {
    const channel = await defaultChannel(writer, organization, actor, changes.default_events_register_stream);
    await updateAccount(writer, bot.id, { default_events_channel_id: channel?.id ?? null });
    changed.push({ user_id: bot.id, default_events_register_stream: channel?.name ?? null });
  }
  if (changes.default_all_public_streams !== undefined) {
    const isDefault = changes.default_all_public_streams;
    await updateAccount(writer, bot.id, { default_all_public_channels: isDefault ? 1 : 0 });
    changed.push({ user_id: bot.id, default_all_public_streams: isDefault });
  }
  if (changed.length === 0) return;
  const owner = (await accountById(writer, bot.id))?.botOwnerId ?? null;
  const watchers = await botWatchers(writer, owner);
  for (const change of changed) {
    writer.emit({ ...botChanged(watchers, change), touches: { accounts: [bot.id] } });
  }
}

export const updateBot = writeOperation({
  name: 'update-bot',
  method: 'PATCH',
  path: '/bots/{bot_id}',
  summary: 'Change a bot.',
  access: 'human-member',
  needsRecentProof: { when: { role: 'any', bot_owner_id: 'any', service_payload_url: 'any' } },
  files: true,
  errors: ['BAD_IMAGE'],
  parameters,
  result: {
    full_name: anyText,
    avatar_url: anyText,
    service_interface: nullable(integer()),
    service_payload_url: nullable(anyText),
    config_data: mapOf(anyText),
    default_sending_stream: nullable(anyText),
    default_events_register_stream: nullable(anyText),
    default_all_public_streams: boolean,
    bot_owner: optional(anyText),
  },
  async handle(context, changes) {
    const { keyring } = context.services;
    const cause = { actorId: context.actor.account.id, organizationUrl: context.organizationUrl };
    const { answer, pendingNotices } = await withPicture(context, async (writer, picture) => {
      const organization = await readOrganization(writer);
      const account = await actingAccount(writer, context.actor.account.id);
      const acting: ActorContext = { writer, organization, account };
      const bot = await changeableBot(writer, account, changes.bot_id);
      if (changes.full_name !== undefined) await renameAccount(writer, organization, bot, changes.full_name);
      if (changes.short_name !== undefined)
        await changeAddress(writer, organization, bot, changes.short_name);
      if (changes.role !== undefined) await assignRole({ ...acting, keyring }, bot, changes.role);
      const pendingNotices =
        changes.bot_owner_id === undefined
          ? []
          : await assignOwner(writer, { keyring, ...cause }, bot, changes.bot_owner_id);
      await changeDefaults(acting, bot, changes);
      await changeService(writer, context.services, bot, changes);
      if (picture)
        await changeAvatar(writer, organization, await changeableBot(writer, account, bot.id), picture);
      return { answer: await changedBot(acting, keyring, bot.id), pendingNotices };
    });
    await sendPendingNotices(context, pendingNotices);
    return answer;
  },
});

async function changedBot(
  { writer, organization, account: actor }: ActorContext,
  keyring: Keyring,
  botId: number,
) {
  const bot = await accountById(writer, botId);
  if (!bot) throw new Error('the changed bot was not found after the update');
  const service = await readService(writer, keyring, botId);
  const config = service?.config ?? {};
  const owner = bot.botOwnerId === null ? undefined : await accountById(writer, bot.botOwnerId);
  return {
    full_name: bot.fullName,
    avatar_url: avatarUrl(bot, organization),
    service_interface: service?.interface ?? null,
    service_payload_url: service?.baseUrl ?? null,
    config_data: bot.botOwnerId === actor.id ? config : withoutSecret(config),
    ...(await defaultFields(writer, bot)),
    ...(owner && { bot_owner: apiEmail(owner, organization) }),
  };
}
