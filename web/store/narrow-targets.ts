// The kinds of narrows that views show: a conversation, a channel, or a collection; with their filters and
// addresses.

import type { State } from '../../client/state/state.ts';
import { narrowAddress, type Term } from '../lib/address.ts';
import { channelIn } from './directory.ts';
import type { Message } from './message.ts';
import { decidingTerms, type Narrow, otherParticipants } from './narrow.ts';

export type Conversation =
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  /** All participants except the viewer; the viewer alone for notes. */
  | { readonly kind: 'direct'; readonly ids: readonly number[] };

export type NarrowTarget =
  | Conversation
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'combined' | 'mentions' | 'starred' | 'allDirect' | 'search' };

export function term(operator: string, operand: string | number): Term {
  return { operator, operand: String(operand), isNegated: false };
}

const collections = new Map<string, 'mentions' | 'starred' | 'allDirect'>([
  ['mentioned', 'mentions'],
  ['starred', 'starred'],
  ['dm', 'allDirect'],
]);

/** The kind of a narrow; `search` for any without a name of its own. */
export function narrowTargetOf(narrow: Narrow, ownId: number): NarrowTarget {
  const terms = decidingTerms(narrow).filter(({ operator }) => operator !== 'with');
  const [first, second] = terms;
  if (!first) return { kind: 'combined' };
  if (terms.some(({ isNegated }) => isNegated) || terms.length > 2) return { kind: 'search' };
  if (first.operator === 'channel' && /^\d+$/.test(first.operand)) {
    const channelId = Number(first.operand);
    if (!second) return { kind: 'channel', channelId };
    if (second.operator === 'topic') return { kind: 'topic', channelId, topic: second.operand };
  }
  if (second) return { kind: 'search' };
  if (first.operator === 'dm' && /^[\d,]+$/.test(first.operand)) {
    return { kind: 'direct', ids: otherIds(first.operand.split(',').map(Number), ownId) };
  }
  const kind = first.operator === 'is' ? collections.get(first.operand) : undefined;
  return { kind: kind ?? 'search' };
}

/** The ids without the viewer, sorted; the viewer if there is no one else. */
export function otherIds(ids: readonly number[], ownId: number): number[] {
  const others = [...new Set(ids)].filter((id) => id !== ownId).sort((a, b) => a - b);
  return others.length > 0 ? others : [ownId];
}

/** The fields that determine a message's conversation. */
export type MessageLocation = Pick<Message, 'type' | 'stream_id' | 'subject'> &
  Parameters<typeof otherParticipants>[0];

export function conversationOf(message: MessageLocation, ownId: number): Conversation {
  if (message.type === 'stream') {
    return { kind: 'topic', channelId: message.stream_id ?? 0, topic: message.subject };
  }
  return { kind: 'direct', ids: otherIds(otherParticipants(message, ownId), ownId) };
}

/** The narrow of a view. */
export function narrowOf(
  view: Exclude<NarrowTarget, { kind: 'search' | 'combined' }> | Conversation,
): Narrow {
  switch (view.kind) {
    case 'topic':
      return [term('channel', view.channelId), term('topic', view.topic)];
    case 'channel':
      return [term('channel', view.channelId)];
    case 'direct':
      return [term('dm', view.ids.join(','))];
    case 'mentions':
      return [term('is', 'mentioned')];
    case 'starred':
      return [term('is', 'starred')];
    default:
      return [term('is', 'dm')];
  }
}

/** The address of a narrow; channel names are included as hints. */
export function addressOfNarrow(narrow: Narrow, state: State): string {
  return narrowAddress(narrow, (id) => channelIn(state, id)?.name);
}

export function addressOf(view: Parameters<typeof narrowOf>[0], state: State): string {
  return addressOfNarrow(narrowOf(view), state);
}

/** The address of a channel's topic list. */
export function topicsAddress(channelId: number, state: State): string {
  return addressOf({ kind: 'channel', channelId }, state).replace('#narrow/', '#topics/');
}

/**
 * The permanent address of a message in its conversation. For direct messages it names all participants, so
 * that it works for each of them.
 */
export function addressOfMessage(message: Message, state: State, ownId: number): string {
  const conversation = conversationOf(message, ownId);
  const narrow =
    conversation.kind === 'direct'
      ? [term('dm', [...new Set([...conversation.ids, ownId])].sort((a, b) => a - b).join(','))]
      : narrowOf(conversation);
  return addressOfNarrow([...narrow, term('near', message.id)], state);
}

/** Whether two views show the same narrow. */
export function isSameTarget(a: NarrowTarget, b: NarrowTarget): boolean {
  if (a.kind !== b.kind || a.kind === 'search') return false;
  if (a.kind === 'topic' && b.kind === 'topic') {
    return a.channelId === b.channelId && a.topic.toLowerCase() === b.topic.toLowerCase();
  }
  if (a.kind === 'channel' && b.kind === 'channel') return a.channelId === b.channelId;
  if (a.kind === 'direct' && b.kind === 'direct') return String(a.ids) === String(b.ids);
  return true;
}
