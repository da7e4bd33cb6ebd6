// The event queue of a device in a call, which receives its signals.

import { badEventQueue, badRequest } from '../../api-contract/error.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { Writer } from '../../storage/reader-writer.ts';

/** The part of a queue's options that decides whether it can take part. */
interface QueueCapabilities {
  readonly capabilities?: { readonly calls?: boolean };
}

/** Checks that a queue is one of the account's that receives events of calls. @throws if not */
export async function checkCallQueue(writer: Writer, accountId: number, queueId: string): Promise<void> {
  const queue = await writer.db
    .selectFrom('event_queue')
    .select('options')
    .where('id', '=', queueId)
    .where('organization_id', '=', writer.organizationId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!queue) throw badEventQueue(queueId);
  if (!parseColumn<QueueCapabilities>(queue.options).capabilities?.calls)
    throw badRequest('The event queue was registered without the client capability "calls".');
}
