// Subscriptions to channels: current personal settings, and the periods that determine who received which message.

import { bit, generated, id, nullable, number, organizationId, text, throughMessage } from './column.ts';
import { included, kept, table } from './table.ts';

export const subscriptionTables = {
  subscription: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      channel_id: id('channel'),
      /** 0 after leaving: the settings are kept in case the person returns. */
      is_active: bit,
      color: text,
      is_muted: bit,
      pin_to_top: bit,
      desktop_notifications: nullable(number),
      audible_notifications: nullable(number),
      push_notifications: nullable(number),
      email_notifications: nullable(number),
      wildcard_mentions_notify: nullable(number),
      /** When a muted channel is unmuted, in seconds since 1970; null for never. */
      muted_until: nullable(number),
    },
    key: ['account_id', 'channel_id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
    personalExport: {
      as: 'subscriptions',
      owner: 'account_id',
      fields: {
        stream_id: 'channel_id',
        color: 'color',
        is_muted: 'is_muted',
        muted_until: 'muted_until',
        pin_to_top: 'pin_to_top',
        desktop_notifications: 'desktop_notifications',
        audible_notifications: 'audible_notifications',
        push_notifications: 'push_notifications',
        email_notifications: 'email_notifications',
        wildcard_mentions_notify: 'wildcard_mentions_notify',
      },
      orderBy: ['channel_id'],
      where: 'is_active = 1',
    },
  }),

  subscription_period: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      channel_id: id('channel'),
      from_sequence: number,
      to_sequence: nullable(number),
      /** The period contains no message with an id up to this one: a search for unread messages begins after it. */
      after_message_id: generated(throughMessage),
    },
    key: ['account_id', 'channel_id', 'from_sequence'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),
} as const;
