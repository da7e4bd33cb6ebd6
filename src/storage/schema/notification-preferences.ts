// What people choose to be notified of or to ignore: alert words, muted people and direct conversations, visibility
// policies of topics, conversations that they put away, and when they want to be left alone.

import {
  checkedJson,
  converted,
  generated,
  id,
  idList,
  nullable,
  number,
  organizationId,
  text,
} from './column.ts';
import { deletedWithAccount, included, table } from './table.ts';

export const notificationPreferencesTables = {
  alert_word: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      word: text,
      word_key: text,
    },
    key: ['account_id', 'word_key'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'alert_words',
      owner: 'account_id',
      fields: {
        word: 'word',
      },
      orderBy: ['word_key'],
    },
  }),

  muted_user: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      muted_account_id: id('account'),
      muted_at: number,
      /** When the person is unmuted; null for never. */
      muted_until: nullable(number),
    },
    key: ['account_id', 'muted_account_id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'muted_users',
      owner: 'account_id',
      fields: {
        id: 'muted_account_id',
        timestamp: 'muted_at',
        muted_until: 'muted_until',
      },
      orderBy: ['muted_at', 'muted_account_id'],
    },
  }),

  /** A direct conversation that an account muted. */
  muted_direct_conversation: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** The sorted account ids joined by commas. */
      direct_key: converted(text, 'direct key'),
      muted_at: number,
      /** When it is unmuted; null for never. */
      muted_until: nullable(number),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'muted_direct_conversations',
      owner: 'account_id',
      fields: {
        user_ids: 'direct_key',
        timestamp: 'muted_at',
        muted_until: 'muted_until',
      },
      orderBy: ['id'],
    },
  }),

  user_topic: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      channel_id: id('channel'),
      topic_key: text,
      topic_name: text,
      /** 1 muted, 2 unmuted, 3 followed. */
      visibility_policy: number,
      updated_at: number,
      /** When a muted topic is unmuted; null for never. */
      muted_until: nullable(number),
    },
    key: ['account_id', 'channel_id', 'topic_key'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'user_topics',
      owner: 'account_id',
      fields: {
        stream_id: 'channel_id',
        topic_name: 'topic_name',
        visibility_policy: 'visibility_policy',
        last_updated: 'updated_at',
        muted_until: 'muted_until',
      },
      orderBy: ['updated_at', 'channel_id', 'topic_key'],
    },
  }),

  /** A conversation that an account put away until a time, and that is back since then. */
  later_conversation: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** Null for direct messages. */
      channel_id: nullable(id('channel')),
      topic_key: text,
      topic_name: text,
      /** The sorted account ids joined by commas; null for topics. */
      direct_key: nullable(converted(text, 'direct key')),
      away_until: number,
      /** Null while it is away. */
      returned_at: nullable(number),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'later_conversations',
      owner: 'account_id',
      fields: {
        stream_id: 'channel_id',
        topic: 'topic_name',
        user_ids: 'direct_key',
        until: 'away_until',
        returned_at: 'returned_at',
      },
      orderBy: ['id'],
    },
  }),

  /** When an account does not want to be notified; it has no row if it never does. */
  do_not_disturb: table({
    columns: {
      account_id: id('account'),
      organization_id: organizationId,
      /** 0 without a pause. */
      paused_until: number,
      /** `QuietHours`. */
      quiet_hours: checkedJson,
      /** The accounts whose messages notify at any time. */
      allowed_senders: idList('account'),
    },
    key: ['account_id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'do_not_disturb',
      owner: 'account_id',
      fields: {
        paused_until: 'paused_until',
        quiet_hours: 'quiet_hours',
        allowed_senders: 'allowed_senders',
      },
      orderBy: ['account_id'],
    },
  }),
} as const;
