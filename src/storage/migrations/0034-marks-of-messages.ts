// On PostgreSQL the index of words also contains marks of a message's conversation, sender and contents, so that
// words and marks are intersected inside the index (`stores/search/index-markers.ts`). A million messages take about
// a minute.

import type { Engine } from '../reader-writer.ts';
import type { Migration } from './migration.ts';

/** Rewritten rather than updated, so that there are no dead rows to vacuum. */
const marked = [
  'alter table message_words rename to message_words_before',
  'create table message_words (message_id bigint not null, words tsvector not null)',
  `insert into message_words
    select message_id, words || array_to_tsvector(array_remove(array[
      '#v' || message.conversation_id,
      '#s' || message.sender_id,
      '#c' || message.channel_id,
      case message.has_link when 1 then message.organization_id || '#l' end,
      case message.has_image when 1 then message.organization_id || '#i' end,
      case message.has_attachment when 1 then message.organization_id || '#a' end,
      case message.has_reaction when 1 then message.organization_id || '#r' end
    ], null))
    from message_words_before join message on message.id = message_id order by message_id`,
  'drop table message_words_before',
  'alter table message_words add primary key (message_id)',
  // A search reads the whole pending list of the index, so the list is short.
  'create index message_words_words on message_words using gin (words) with (gin_pending_list_limit = 256)',
];

export const marksOfMessages: Migration = {
  version: 34,
  statements: (engine: Engine) => (engine === 'postgres' ? marked : []),
};
