// The conversations and channels last visited in this browser, the most recent first.

import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { isEqual } from '../lib/equal.ts';
import { isIds, isRecord } from '../lib/stored-values.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';
import type { ConversationOrChannel } from '../store/unread-ids.ts';

const MAX_VISITED = 9;

const nameFor = (ownId: number) => `visited ${ownId}`;

function isVisitable(value: unknown): value is ConversationOrChannel {
  if (!isRecord(value)) return false;
  const { kind, channelId, topic, ids } = value;
  if (kind === 'direct') return isIds(ids);
  return (
    Number.isInteger(channelId) && (kind === 'channel' || (kind === 'topic' && typeof topic === 'string'))
  );
}

export function visitedConversations(ownId: number): readonly ConversationOrChannel[] {
  const storedAddresses = storedValue(nameFor(ownId));
  return Array.isArray(storedAddresses) ? storedAddresses.filter(isVisitable) : [];
}

export function rememberVisit(ownId: number, target: NarrowTarget): void {
  if (!isVisitable(target)) return;
  const others = visitedConversations(ownId).filter((other) => !isEqual(other, target));
  storeValue(nameFor(ownId), [target, ...others].slice(0, MAX_VISITED));
}
