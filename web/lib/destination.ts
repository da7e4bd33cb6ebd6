// Where a message is sent: a topic of a channel, or accounts.

import type { Term } from './address.ts';

export type Destination =
  /** `channelId` is undefined until one was chosen. */
  | { readonly kind: 'channel'; readonly channelId: number | undefined; readonly topic: string }
  /** The other participants, sorted; empty for notes to self. */
  | { readonly kind: 'direct'; readonly personIds: readonly number[] };

/** A direct conversation, without the viewer and without duplicates. */
export function directTo(personIds: Iterable<number>, ownId: number): Destination {
  const others = [...new Set(personIds)].filter((id) => id !== ownId);
  return { kind: 'direct', personIds: others.sort((a, b) => a - b) };
}

/** The destination that a view implies; undefined if it shows several conversations. */
export function destinationOf(terms: readonly Term[], ownId: number): Destination | undefined {
  const operandOf = (name: string) =>
    terms.find(({ operator, isNegated }) => operator === name && !isNegated)?.operand;
  const people = operandOf('dm');
  if (people !== undefined) {
    return /^\d+(?:,\d+)*$/.test(people) ? directTo(people.split(',').map(Number), ownId) : undefined;
  }
  const channel = operandOf('channel');
  if (channel === undefined || !/^\d+$/.test(channel)) return undefined;
  return { kind: 'channel', channelId: Number(channel), topic: operandOf('topic') ?? '' };
}

/**
 * Whether a message to a destination appears in a view: its conversation, or its whole channel. Undefined if
 * the view shows several conversations and implies no destination.
 */
export function isForView(
  destination: Destination,
  terms: readonly Term[],
  ownId: number,
): boolean | undefined {
  const inView = destinationOf(terms, ownId);
  if (!inView) return undefined;
  const isWholeChannel = !terms.some(({ operator, isNegated }) => operator === 'topic' && !isNegated);
  if (inView.kind === 'channel' && isWholeChannel) {
    return destination.kind === 'channel' && destination.channelId === inView.channelId;
  }
  return isSameDestination(inView, destination);
}

/** The terms of the view that shows the destination. */
export function termsOf(destination: Destination, ownId: number): Term[] {
  const term = (operator: string, operand: string): Term => ({ operator, operand, isNegated: false });
  if (destination.kind === 'direct') {
    const ids = destination.personIds.length > 0 ? destination.personIds : [ownId];
    return [term('dm', ids.join(','))];
  }
  return [term('channel', String(destination.channelId ?? '')), term('topic', destination.topic)];
}

/** Equal for the same conversation; topics that differ only in case are the same. */
export function destinationKey(destination: Destination): string {
  if (destination.kind === 'direct') return `direct ${destination.personIds.join(',')}`;
  return `channel ${destination.channelId ?? ''} ${destination.topic.trim().toLowerCase()}`;
}

export function isSameDestination(a: Destination | undefined, b: Destination | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && destinationKey(a) === destinationKey(b));
}
