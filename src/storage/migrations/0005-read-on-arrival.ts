// Messages that are stored as read for every account except those with an exception; and an index of the accounts
// that want such notices unread, so that sending one does not check every subscriber.

import type { Engine } from '../reader-writer.ts';
import type { Migration } from './migration.ts';

function statements(engine: Engine): readonly string[] {
  const settings = engine === 'sqlite' ? 'settings' : 'settings::json';
  return [
    'alter table message add column arrives_read smallint not null default 0',
    'create index message_arrives_read on message (conversation_id, id) where arrives_read = 1',
    `create index account_sees_resolutions on account (organization_id)
      where (${settings} ->> 'resolved_topic_notice_auto_read_policy') = 'never'`,
  ];
}

export const readOnArrival: Migration = { version: 5, statements };
