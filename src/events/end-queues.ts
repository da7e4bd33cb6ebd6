// Ends queues within a unit of work: removes their rows, and emits an entry for the servers that have them in
// memory.

import { extraOf, type LogEntry } from '../api-contract/event.ts';
import type { Writer } from '../storage/reader-writer.ts';
import { deleteQueue, deleteQueuesOf } from './queue-store.ts';

/** The type of the entry; clients never see it. */
export const END_QUEUES = '_end_queues';

interface EndExtra {
  readonly queueIds?: readonly string[];
  readonly accountIds?: readonly number[];
}

/** Queues that were ended, individually or with all others of an account. */
export interface EndedQueues {
  readonly queueIds: readonly string[];
  readonly accountIds: ReadonlySet<number>;
}

function notifyServers(writer: Writer, extra: EndExtra): void {
  writer.emit({ type: END_QUEUES, audience: { kind: 'nobody' }, payload: {}, extra: { ...extra } });
}

/** The queues that an `END_QUEUES` entry names. */
export function endedQueuesOf(entry: LogEntry): EndedQueues {
  const { queueIds = [], accountIds } = extraOf<EndExtra>(entry);
  return { queueIds, accountIds: new Set(accountIds) };
}

/** Ends a queue that its client no longer needs, and notifies other servers that may have it in memory. */
export async function endQueue(writer: Writer, id: string): Promise<void> {
  await deleteQueue(writer, id);
  // SQLite has one server.
  if (writer.engine !== 'sqlite') notifyServers(writer, { queueIds: [id] });
}

/** Ends all queues of accounts, and notifies the servers. Their clients then register again, if they may. */
export async function endQueuesOf(writer: Writer, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await deleteQueuesOf(writer, accountIds);
  notifyServers(writer, { accountIds });
}
