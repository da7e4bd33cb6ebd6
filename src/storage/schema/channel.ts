// Channels, their folders and the email addresses that post into them.

import {
  bit,
  converted,
  generated,
  html,
  id,
  json,
  markdown,
  nullable,
  number,
  organizationId,
  secret,
  text,
  throughMessage,
} from './column.ts';
import { absent, changedByStage, included, kept, table } from './table.ts';

export const channelTables = {
  channel: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      name_key: text,
      description: markdown,
      rendered_description: secret(html, 'signed addresses'),
      created_at: number,
      creator_id: nullable(id('account')),
      is_private: bit,
      is_web_public: bit,
      is_history_public: bit,
      is_archived: bit,
      is_default: bit,
      message_retention_days: nullable(number),
      topics_policy: text,
      folder_id: nullable(id('channel_folder')),
      /** The group settings, by name. */
      group_settings: converted(json, 'permissions'),
      default_push_notifications: bit,
      subscriber_count: number,
      first_message_id: nullable(throughMessage),
      /** 0 after half a year without a message; the next message sets it to 1. */
      is_recently_active: bit,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  channel_folder: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      name: text,
      name_key: text,
      description: markdown,
      rendered_description: secret(html, 'signed addresses'),
      created_at: number,
      creator_id: nullable(id('account')),
      /** The order among the folders, from 0. */
      position: number,
      is_archived: bit,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  /** An email address that posts incoming mail into a channel. */
  channel_email: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      channel_id: id('channel'),
      /** The account that requested it. */
      creator_id: number,
      /** The account that its messages are sent as. */
      sender_id: id('account'),
      token_hash: text,
      /** The token, encrypted under the server's secret. */
      token_sealed: secret(text, 'api key'),
    },
    key: ['id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: absent('it is a credential'),
  }),

  /** Recently received mail, so that mail that is delivered twice is posted once. */
  received_mail: table({
    columns: {
      organization_id: organizationId,
      address_id: number,
      /** A hash of the mail's identifier. */
      mail_key: text,
      received_at: number,
    },
    key: ['address_id', 'mail_key'],
    onErasure: kept('it contains hashes, for days'),
    archive: absent('it is work in progress of the server'),
  }),
} as const;
