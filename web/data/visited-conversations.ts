// The conversations last visited in this browser, the most recent first.

import { isEqual } from '../lib/equal.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';

/** A conversation or a channel. */
export type Visited = Extract<NarrowTarget, { kind: 'topic' | 'direct' | 'channel' }>;

const MAX_VISITED = 9;

const nameFor = (ownId: number) => `visited ${ownId}`;

function isVisited(value: unknown): value is Visited {
  const { kind, channelId, topic, ids } = (value ?? {}) as Record<string, unknown>;
  if (kind === 'direct') return Array.isArray(ids) && ids.every(Number.isInteger);
  return (
    Number.isInteger(channelId) && (kind === 'channel' || (kind === 'topic' && typeof topic === 'string'))
  );
}

export function visitedConversations(ownId: number): readonly Visited[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(nameFor(ownId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isVisited) : [];
  } catch {
    return [];
  }
}

export function rememberVisit(ownId: number, target: NarrowTarget): void {
  if (!isVisited(target)) return;
  const others = visitedConversations(ownId).filter((other) => !isEqual(other, target));
  try {
    localStorage.setItem(nameFor(ownId), JSON.stringify([target, ...others].slice(0, MAX_VISITED)));
  } catch {
    // The browser stores nothing.
  }
}
