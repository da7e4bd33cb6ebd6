// Messages and the rows that belong to them. No table here has a row per recipient.

import {
  bit,
  converted,
  generated,
  html,
  id,
  idList,
  markdown,
  nullable,
  number,
  organizationId,
  secret,
  text,
} from './column.ts';
import { absent, changedByStage, deletedInBatches, included, kept, table } from './table.ts';

export const messageTables = {
  message: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      conversation_id: id('conversation'),
      /** The channel it is in now; null for direct messages. */
      channel_id: nullable(id('channel')),
      sender_id: id('account'),
      client: text,
      content: markdown,
      rendered_content: secret(html, 'signed addresses'),
      sent_at: number,
      /** Its arrival: the log position of the sending. */
      sequence: number,
      /** 1 if it has more arrivals (`message_arrival`), because it was moved to another channel. */
      is_moved: bit,
      last_edited_at: nullable(number),
      last_moved_at: nullable(number),
      has_edits: bit,
      has_link: bit,
      has_image: bit,
      has_attachment: bit,
      has_reaction: bit,
      has_submessage: bit,
      is_me_message: bit,
      mentions_channel: bit,
      mentions_topic: bit,
      /** 1 if `message_mention` has a row for it. */
      has_mention_row: bit,
      /** 1 if sending marked it read for its sender. */
      is_read_by_sender: bit,
      /** 1 if it is read for everyone without an exception. */
      arrives_read: bit,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
  }),

  /** Every arrival of a message that was moved between channels, including the first. */
  message_arrival: table({
    columns: {
      organization_id: organizationId,
      message_id: id('message'),
      channel_id: id('channel'),
      sequence: number,
    },
    key: ['message_id', 'sequence'],
    onErasure: kept('it contains nothing about individual people'),
    archive: included,
    isOfMessages: true,
  }),

  message_edit: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      message_id: id('message'),
      editor_id: id('account'),
      edited_at: number,
      prev_content: nullable(markdown),
      prev_rendered_content: secret(nullable(html), 'signed addresses'),
      prev_topic: nullable(text),
      topic: nullable(text),
      prev_channel_id: nullable(id('channel')),
      channel_id: nullable(id('channel')),
      /** The log position of its event, for scrubbing. */
      sequence: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
    isOfMessages: true,
  }),

  /** A message's mentions other than of single people: one row, however many people they reach. */
  message_mention: table({
    columns: {
      message_id: id('message'),
      organization_id: organizationId,
      /** JSON list of group ids; resolved by membership at `sequence`. */
      group_ids: idList('user_group'),
      /** JSON list of the topic's participants at `sequence`, for @topic. */
      topic_participant_ids: idList('account'),
      /** The log position of the mention: of the sending, or of the edit that added it. */
      sequence: number,
    },
    key: ['message_id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
    isOfMessages: true,
  }),

  /** The id that a client gave a message, to recognize it in its event queue. */
  message_local_id: table({
    columns: {
      organization_id: organizationId,
      account_id: id('account'),
      queue_id: text,
      local_id: text,
      message_id: id('message'),
      /** The conversation it was sent to. */
      conversation_id: id('conversation'),
      sent_at: number,
    },
    key: ['account_id', 'queue_id', 'local_id'],
    onErasure: deletedInBatches('message_id'),
    archive: absent('it is work in progress of the server'),
  }),

  reaction: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      message_id: id('message'),
      account_id: id('account'),
      emoji_name: text,
      emoji_code: converted(text, 'emoji code'),
      reaction_type: text,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
    isOfMessages: true,
  }),

  submessage: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      message_id: id('message'),
      sender_id: id('account'),
      msg_type: text,
      content: converted(text, 'submessage'),
      /** The log position of its event, for scrubbing. */
      sequence: number,
    },
    key: ['id'],
    onErasure: changedByStage,
    archive: included,
    isOfMessages: true,
  }),
} as const;
