// Ending queues from within a unit of work: their rows go, and an entry that no client sees tells the servers that hold
// them in memory.

import { extraOf, type LogEntry } from '../api-contract/event.ts';
import type { Writer } from '../storage/session.ts';
import { deleteQueue, deleteQueuesOf } from './queue-store.ts';

/** The type of the entry that tells servers. */
export const END_QUEUES = '_end_queues';

interface EndExtra {
  readonly queueIds?: readonly string[];
  readonly accountIds?: readonly number[];
}

/** Queues that were ended, by themselves or with all others of an account. */
export interface EndedQueues {
  readonly queueIds: readonly string[];
  readonly accountIds: ReadonlySet<number>;
}

function tellServers(writer: Writer, extra: EndExtra): void {
  writer.emit({ type: END_QUEUES, audience: { kind: 'nobody' }, payload: {}, extra: { ...extra } });
}

/** Which queues an entry of the type `END_QUEUES` tells of. */
export function endedBy(entry: LogEntry): EndedQueues {
  const { queueIds = [], accountIds } = extraOf<EndExtra>(entry);
  return { queueIds, accountIds: new Set(accountIds) };
}

/** Ends a queue whose client is done with it, and tells the other servers, which may hold it too. */
export async function endQueue(writer: Writer, id: string): Promise<void> {
  await deleteQueue(writer, id);
  // The embedded database has one server.
  if (writer.engine !== 'sqlite') tellServers(writer, { queueIds: [id] });
}

/** Ends all queues of accounts, and tells the servers: their clients then begin anew, if they may. */
export async function endQueuesOf(writer: Writer, accountIds: readonly number[]): Promise<void> {
  if (accountIds.length === 0) return;
  await deleteQueuesOf(writer, accountIds);
  tellServers(writer, { accountIds });
}
