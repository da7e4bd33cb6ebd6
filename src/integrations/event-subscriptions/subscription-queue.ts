// An event subscription as an event queue. It sees the same events as a client of the bot with all capabilities.

import { SEQUENCE_STEP } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { EventQueue, noCapabilities } from '../../events/queue.ts';
import { positionWithinBytes } from '../../events/queue-store.ts';
import {
  type EventSubscriptionRow,
  eventSelectionOf,
} from '../../model/event-subscriptions/event-subscription.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const allCapabilities = recordOf(keysOf(noCapabilities), () => true);

export function queueOf(row: EventSubscriptionRow): EventQueue {
  const { eventTypes, narrow, applyMarkdown, allPublicStreams } = eventSelectionOf(row);
  const record = {
    id: `event-subscription-${row.id}`,
    organizationId: row.organization_id,
    accountId: row.account_id,
    startSequence: row.position,
    idleSeconds: 0,
    options: {
      applyMarkdown,
      clientGravatar: false,
      slimPresence: true,
      allPublicStreams,
      includeSubscribers: 'false',
      eventTypes,
      narrow,
      capabilities: allCapabilities,
      client: 'ParleyEvents',
    },
  } as const;
  return new EventQueue(record, row.position);
}

/** The log is never cut within this many entries. */
const NEAR_ENTRIES = 1000;

/** Whether a subscription is so far behind that the log is no longer preserved for it. */
export async function isTooFarBehind(reader: Reader, position: number, head: number): Promise<boolean> {
  const entries = (head - position) / SEQUENCE_STEP;
  if (entries > limits.eventSubscriptionEntriesBehind) return true;
  if (entries < NEAR_ENTRIES) return false;
  return position < (await positionWithinBytes(reader, limits.logBytesPerOrganization));
}
