// Which narrows the server sends all events for. Narrows of channels without a subscription, and all narrows
// of an anonymous viewer, change without events, so they are trusted only while they are displayed.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { decidingTerms, type Narrow } from './narrow.ts';

/** Whether all changes of a narrow arrive as events. */
export function isLive(narrow: Narrow, { subscriptions = [] }: State, isAnonymous: boolean): boolean {
  if (isAnonymous) return false;
  return decidingTerms(narrow).every(({ operator, operand, isNegated }) => {
    if (isNegated) return true;
    if (operator === 'channels') return false;
    return operator !== 'channel' || subscriptions.some(({ stream_id }) => String(stream_id) === operand);
  });
}

/**
 * The channels that an event subscribes the viewer to or unsubscribes from, whose events start or stop
 * arriving.
 */
export function channelsToRefetch(event: ApiEvent): number[] {
  if (event.type !== 'subscription' || (event.op !== 'add' && event.op !== 'remove')) return [];
  return event.subscriptions.map(({ stream_id }) => stream_id);
}
