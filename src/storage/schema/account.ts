// People and bots, and the periods in which they were active and had a role. Periods are counted in positions of
// the event log, so that permissions can be determined as of any event.

import {
  bit,
  checkedJson,
  converted,
  generated,
  id,
  json,
  nullable,
  number,
  omitted,
  organizationId,
  secret,
  text,
  throughMessage,
} from './column.ts';
import { absent, changedByStage, deletedWithAccount, included, kept, table } from './table.ts';

export const accountTables = {
  account: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** The real address (`delivery_email`). */
      email: converted(text, 'email'),
      email_key: text,
      /** 0 until a person who joined without a mailed link follows one. */
      is_email_confirmed: generated(bit),
      full_name: text,
      role: number,
      is_active: bit,
      is_deleted: bit,
      is_imported_stub: bit,
      /** 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people. */
      bot_type: nullable(number),
      bot_owner_id: nullable(id('account')),
      /** Whether it belongs to the service itself (notification bot …). */
      is_system_bot: bit,
      date_joined: number,
      last_login_at: nullable(number),
      timezone: text,
      avatar_source: text,
      avatar_version: number,
      /** The folder of the uploaded picture; null while there is none. */
      avatar_key: nullable(converted(text, 'avatar')),
      password_hash: nullable(omitted(text, 'it is a credential')),
      api_key_hash: nullable(omitted(text, 'it is a credential')),
      /** The API key, encrypted under the server's secret. */
      api_key_sealed: secret(nullable(omitted(text, 'it is a credential')), 'api key'),
      /** Incremented to invalidate all credentials that the account received before. */
      access_version: generated(omitted(number, 'issued credentials are not valid on the new server')),
      /** Personal settings that differ from the server's defaults. */
      settings: converted(json, 'personal settings'),
      /** Names of the settings that the person has changed themselves. */
      edited_settings: generated(checkedJson),
      can_create_users: bit,
      can_change_user_emails: bit,
      can_forge_sender: bit,
      default_sending_channel_id: nullable(id('channel')),
      default_events_channel_id: nullable(id('channel')),
      default_all_public_channels: bit,
      /** Messages up to this id count as read in every conversation without a read state of its own. */
      read_base: throughMessage,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  /** A new address that is not yet confirmed. */
  email_change: table({
    columns: {
      key_hash: text,
      organization_id: organizationId,
      account_id: id('account'),
      new_email: text,
      expires_at: number,
    },
    key: ['key_hash'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
  }),

  /** A link that sets a new password. */
  password_reset: table({
    columns: {
      key_hash: text,
      organization_id: organizationId,
      account_id: id('account'),
      expires_at: number,
    },
    key: ['key_hash'],
    onErasure: deletedWithAccount,
    archive: absent('it is a credential'),
  }),

  /** A period in which an account was active: from (inclusive) to (exclusive; null: still active). */
  account_period: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      from_sequence: number,
      to_sequence: nullable(number),
    },
    key: ['account_id', 'from_sequence'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),

  role_period: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      from_sequence: number,
      to_sequence: nullable(number),
      role: number,
    },
    key: ['account_id', 'from_sequence'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),

  /** The service that a bot is connected to: where an outgoing webhook posts, or the configuration of other bots. */
  bot_service: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      name: text,
      base_url: text,
      /** 1 the service's own format, 2 Slack's. */
      interface: number,
      token: secret(omitted(text, 'it is a credential'), 'within'),
      /** Configuration by key. */
      config: secret(converted(json, 'bot config'), 'within'),
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),

  /** Introductions that a person has dismissed. */
  onboarding_step: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      step: text,
    },
    key: ['account_id', 'step'],
    onErasure: deletedWithAccount,
    archive: included,
  }),
} as const;
