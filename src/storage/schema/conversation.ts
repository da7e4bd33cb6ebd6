// Topics, and conversations of direct messages.

import {
  converted,
  generated,
  id,
  nullable,
  number,
  organizationId,
  text,
  throughMessage,
} from './column.ts';
import { included, kept, table } from './table.ts';

export const conversationTables = {
  /** A topic of a channel, or the direct messages of one set of people. */
  conversation: table({
    columns: {
      id: generated(number),
      organization_id: organizationId,
      /** Null for direct messages. */
      channel_id: nullable(id('channel')),
      topic_key: text,
      topic_name: text,
      /** The sorted account ids joined by commas; null for topics. */
      direct_key: nullable(converted(text, 'direct key')),
      first_message_id: nullable(throughMessage),
      last_message_id: nullable(throughMessage),
    },
    key: ['id'],
    onErasure: kept('topics belong to the content of their messages'),
    archive: included,
  }),

  conversation_participant: table({
    columns: {
      conversation_id: id('conversation'),
      account_id: id('account'),
      organization_id: organizationId,
    },
    key: ['account_id', 'conversation_id'],
    onErasure: kept('it refers to accounts only by id'),
    archive: included,
  }),
} as const;
