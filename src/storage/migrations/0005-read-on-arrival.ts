// Messages that are read for everybody from the start, but for those whom exceptions name; and an index of the people
// who want to see such notices themselves, so that sending one does not look at every subscriber.

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
