// Texts in preparation: scheduled messages, drafts, snippets; also reminders and navigation views.

import {
  bit,
  converted,
  generated,
  html,
  id,
  idList,
  json,
  markdown,
  nullable,
  number,
  omitted,
  organizationId,
  secret,
  text,
} from './column.ts';
import { absent, deletedWithAccount, deletedWithSender, included, table } from './table.ts';

export const writingTables = {
  scheduled_message: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      sender_id: id('account'),
      /** Null for direct messages. */
      channel_id: nullable(id('channel')),
      topic: text,
      /** JSON list of the recipients' account ids; empty for channels. */
      recipient_ids: idList('account'),
      content: markdown,
      /** As rendered when it was written; it is rendered again when it is sent. */
      rendered_content: secret(html, 'signed addresses'),
      due_at: number,
      /** The client that wrote it. */
      client: text,
      is_read_by_sender: bit,
      /** The organization's address as the sender reached it, for rendering. */
      organization_url: omitted(text, 'the new server has another address'),
      /** 1 after sending failed; it then waits for a new time. */
      is_failed: bit,
    },
    key: ['id'],
    onErasure: deletedWithSender,
    archive: included,
    personalExport: {
      as: 'scheduled_messages',
      owner: 'sender_id',
      fields: {
        scheduled_message_id: 'id',
        stream_id: 'channel_id',
        topic: 'topic',
        recipient_ids: 'recipient_ids',
        content: 'content',
        scheduled_delivery_timestamp: 'due_at',
      },
      orderBy: ['id'],
    },
  }),

  /** A scheduled message that was sent within the last day. */
  delivered_schedule: table({
    columns: {
      /** The id of the scheduled message. */
      id: number,
      organization_id: organizationId,
      sender_id: id('account'),
      delivered_at: number,
    },
    key: ['id'],
    onErasure: deletedWithSender,
    archive: absent('it is work in progress of the server'),
  }),

  /** A reminder of a message. */
  reminder: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      message_id: id('message'),
      note: text,
      content: markdown,
      rendered_content: secret(html, 'signed addresses'),
      due_at: number,
      organization_url: omitted(text, 'the new server has another address'),
      is_failed: bit,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),

  draft: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      /** `stream`, `private`, or empty while it has no recipients. */
      type: text,
      /** JSON list: the channel's id, or the people's. */
      recipient_ids: converted(json, 'draft recipients'),
      topic: text,
      content: markdown,
      edited_at: number,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'drafts',
      owner: 'account_id',
      fields: {
        id: 'id',
        type: 'type',
        recipient_ids: 'recipient_ids',
        topic: 'topic',
        content: 'content',
        timestamp: 'edited_at',
      },
      orderBy: ['id'],
    },
  }),

  /** A reusable piece of text for messages. */
  saved_snippet: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      title: text,
      content: markdown,
      created_at: number,
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
    personalExport: {
      as: 'saved_snippets',
      owner: 'account_id',
      fields: {
        id: 'id',
        title: 'title',
        content: 'content',
        date_created: 'created_at',
      },
      orderBy: ['id'],
    },
  }),

  /** A view in a person's navigation. */
  navigation_view: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      account_id: id('account'),
      fragment: converted(text, 'fragment'),
      is_pinned: bit,
      /** Null for built-in views. */
      name: nullable(text),
    },
    key: ['id'],
    onErasure: deletedWithAccount,
    archive: included,
  }),
} as const;
