// Indexes moved messages by their new topic, if they were too many to index with the move.

import { reindexPart } from '../actions/search/reindex.ts';
import { REINDEX } from '../stores/search/index-markers.ts';
import type { QueuedWork } from './queued-work-job.ts';

export const reindexMovedMessages: QueuedWork = {
  name: 'reindex moved messages',
  kind: REINDEX,
  batch: 50,
  work: ({ database }, { id, organization_id: organizationId }, { now }) =>
    database.write(organizationId, (writer) => reindexPart(writer, id, now)),
};
