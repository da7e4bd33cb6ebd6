// Marks messages of muted senders as read, if they were too many for the request that muted them.

import { MUTED_SENDER, markMutedSender } from '../actions/read-state/mark-sender-read.ts';
import { nowSeconds } from '../api-contract/time.ts';
import type { Writer } from '../storage/reader-writer.ts';
import type { QueuedWork } from './queued-work-job.ts';

export const readMutedSenders: QueuedWork = {
  name: 'read muted senders',
  kind: MUTED_SENDER,
  batch: 20,
  work: ({ database }, { id, organization_id: organizationId }, { signal }) =>
    markMutedSender(id, {
      reader: database.reader(organizationId),
      write: <T>(unit: (writer: Writer) => Promise<T>) => database.write(organizationId, unit),
      now: nowSeconds,
      signal,
    }),
};
