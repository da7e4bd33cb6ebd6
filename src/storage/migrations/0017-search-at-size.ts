// Indexes that contain the columns that most filters of a narrow test, so that a search through many messages reads
// nothing else; indexes of resolved topics and of alerts; and, on PostgreSQL, words prefixed with their organization.
// Indexing existing rows takes under a minute for a million messages on either engine.

import type { Engine } from '../reader-writer.ts';
import type { Migration } from './migration.ts';

/** The columns of a message, besides the key, that every walked index contains. */
const coveredColumns =
  'conversation_id, sender_id, has_link, has_image, has_attachment, has_reaction, is_moved';

function covering(engine: Engine, name: string, key: string, condition = ''): string {
  return engine === 'sqlite'
    ? `create index ${name} on message (${key}, ${coveredColumns}) ${condition}`
    : `create index ${name} on message (${key}) include (${coveredColumns}, organization_id) ${condition}`;
}

function statements(engine: Engine): readonly string[] {
  const contentIndexes = ['link', 'image', 'attachment', 'reaction'].flatMap((thing) => [
    `drop index message_has_${thing}`,
    covering(engine, `message_has_${thing}`, 'organization_id, id', `where has_${thing} = 1`),
  ]);
  return [
    // Indexes an expression so that only queries that contain it use the index, as `message_sequence`.
    covering(engine, 'message_glimpse', '(organization_id + 0), id'),
    'drop index message_sender',
    covering(engine, 'message_sender', 'sender_id, id'),
    ...contentIndexes,
    'create index message_arrived_read on message (organization_id, id) where arrives_read = 1',
    'create index personal_message_alerted on personal_message (account_id, message_id) where (flags & 8) <> 0',
    `create index conversation_resolved on conversation (organization_id, channel_id) where topic_key >= '✔ ' and topic_key < '✔!'`,
    ...(engine === 'postgres' ? wordsOfOrganizations : []),
  ];
}

/** Rewritten rather than updated, so that there are no dead rows to vacuum. */
const wordsOfOrganizations = [
  'alter table message_words rename to message_words_before',
  'create table message_words (message_id bigint not null, words tsvector not null)',
  `insert into message_words
    select message_id, array_to_tsvector(array(
      select message.organization_id || ':' || word from unnest(tsvector_to_array(words)) as word
    ))
    from message_words_before join message on message.id = message_id order by message_id`,
  'drop table message_words_before',
  'alter table message_words add primary key (message_id)',
  // A search reads the whole pending list of the index, so the list is short.
  'create index message_words_words on message_words using gin (words) with (gin_pending_list_limit = 256)',
];

export const searchAtSize: Migration = { version: 17, statements };
