// The entry of the log that has servers look at event subscriptions; no client sees it. What is subscribed to from now on
// begins at its place.

import type { Writer } from '../../storage/session.ts';

/** Its type. */
export const SUBSCRIPTIONS_CHANGED = '_event_subscriptions';

/** Has servers look; gives the place in the log. */
export function wakeSubscriptions(writer: Writer): number {
  return writer.emit({ type: SUBSCRIPTIONS_CHANGED, audience: { kind: 'nobody' }, payload: {} });
}
