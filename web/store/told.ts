// Which narrows the server tells this reader of: those of channels that they are not subscribed to, and all of a visitor's,
// change without a word. Such a narrow counts as known only while it is looked at.

import type { ApiEvent } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import { decidingTerms, type Narrow } from './narrow.ts';

/** Whether everything that happens in a narrow is told; `isVisitor` is nobody who is logged in. */
export function isToldOf(narrow: Narrow, { subscriptions = [] }: State, isVisitor: boolean): boolean {
  if (isVisitor) return false;
  return decidingTerms(narrow).every(({ operator, operand, isNegated }) => {
    if (isNegated) return true;
    if (operator === 'channels') return false;
    return operator !== 'channel' || subscriptions.some(({ stream_id }) => String(stream_id) === operand);
  });
}

interface Told {
  readonly op: string;
  readonly subscriptions?: readonly { readonly stream_id: number }[];
}

/** The channels of which more is told from an event on, or less. */
export function channelsToldOtherwise(event: ApiEvent): number[] {
  const { op, subscriptions = [] } = event as unknown as Told;
  const isSo = event.type === 'subscription' && (op === 'add' || op === 'remove');
  return isSo ? subscriptions.map(({ stream_id }) => stream_id) : [];
}
