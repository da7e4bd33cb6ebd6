// The log entry that makes servers read event subscriptions again; clients never see it. New subscriptions
// begin at its log position.

import type { Writer } from '../../storage/reader-writer.ts';

export const SUBSCRIPTIONS_CHANGED = '_event_subscriptions';

/** Emits the entry; returns its log position. */
export function wakeSubscriptions(writer: Writer): number {
  return writer.emit({ type: SUBSCRIPTIONS_CHANGED, audience: { kind: 'nobody' }, payload: {} });
}
