// Narrows: their key, their form on the wire, and whether a message is in one, as far as that can be decided
// locally.

import type { InputOf } from '../../client/api-types.ts';
import { topicKey } from '../../client/state/topics.ts';
import type { Term } from '../lib/address.ts';
import { isResolved, type Message } from './message.ts';

export type Narrow = readonly Term[];
type WireNarrow = NonNullable<InputOf<'get-messages'>['narrow']>;

/** Operators that set where to start, not what is included. */
const positions: ReadonlySet<string> = new Set(['near', 'date']);

/** The terms that decide which messages are included. */
export function decidingTerms(narrow: Narrow): Narrow {
  return narrow.filter(({ operator }) => !positions.has(operator));
}

/** The message id that a view starts at, if its address names one. */
export function nearOf(narrow: Narrow): number | undefined {
  const near = narrow.find(({ operator }) => operator === 'near')?.operand;
  return near !== undefined && /^\d{1,15}$/.test(near) ? Number(near) : undefined;
}

function idsIn(operand: string): number[] | undefined {
  return /^\d+(?:,\d+)*$/.test(operand) ? operand.split(',').map(Number) : undefined;
}

/** Operators whose operand is a day, by the browser's time zone. */
const days: ReadonlySet<string> = new Set(['since', 'before']);

/** The start of a day, `2026-11-01`, by the browser's time zone; undefined for anything else. */
function startOfDay(operand: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(operand) ?? [];
  return day === undefined ? undefined : new Date(Number(year), Number(month) - 1, Number(day));
}

function wireOperand({ operator, operand }: Term): string | number | number[] {
  if (days.has(operator)) return startOfDay(operand)?.toISOString() ?? operand;
  const ids = idsIn(operand);
  if (!ids) return operand;
  if (operator === 'dm') return ids;
  if (['channel', 'sender', 'dm-including', 'id', 'with', 'mentions'].includes(operator)) {
    return operator === 'dm-including' && ids.length > 1 ? ids : (ids[0] ?? operand);
  }
  return operand;
}

/** The narrow in the form that operations take. */
export function wireNarrow(narrow: Narrow): WireNarrow {
  return decidingTerms(narrow).map((term) => ({
    operator: term.operator,
    operand: wireOperand(term),
    negated: term.isNegated,
  })) as unknown as WireNarrow;
}

/** A key that is equal for equivalent narrows, as far as their terms show it. */
export function narrowKey(narrow: Narrow): string {
  const terms = decidingTerms(narrow).map(({ operator, operand, isNegated }) => {
    const value = operator === 'topic' ? topicKey(operand) : operand;
    return `${isNegated ? '-' : ''}${operator}:${encodeURIComponent(value)}`;
  });
  return terms.sort().join(' ');
}

/** The other participants of a direct conversation, in order. */
export function otherParticipants(
  message: { readonly display_recipient: string | readonly { readonly id: number }[] },
  ownId: number,
): number[] {
  const people = typeof message.display_recipient === 'string' ? [] : message.display_recipient;
  const others = people.map(({ id }) => id).filter((id) => id !== ownId);
  return others.sort((a, b) => a - b);
}

/** The viewer of the messages, and what they muted. */
export interface Scope {
  readonly ownId: number;
  readonly isMuted: (channelId: number, topic: string) => boolean;
}

function isDirectWith(operand: string, message: Message, ownId: number): boolean | undefined {
  const ids = idsIn(operand);
  if (!ids) return undefined;
  if (message.type !== 'private') return false;
  const otherIds = [...new Set(ids)].filter((id) => id !== ownId).sort((a, b) => a - b);
  return String(otherIds) === String(otherParticipants(message, ownId));
}

const mentions = ['mentioned', 'stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];

function isMatch(
  { operator, operand }: Term,
  message: Message,
  { ownId, isMuted }: Scope,
): boolean | undefined {
  const has = (flag: string) => message.flags.includes(flag);
  switch (operator) {
    case 'channel':
      return /^\d+$/.test(operand) ? message.stream_id === Number(operand) : undefined;
    case 'topic':
      return message.type === 'stream' && topicKey(message.subject) === topicKey(operand);
    case 'dm':
      return isDirectWith(operand, message, ownId);
    case 'sender':
      return /^\d+$/.test(operand) ? message.sender_id === Number(operand) : undefined;
    case 'id':
      return message.id === Number(operand);
    case 'since':
    case 'before': {
      const start = startOfDay(operand);
      if (!start) return undefined;
      return message.timestamp * 1000 >= start.getTime() === (operator === 'since');
    }
    case 'is':
      if (operand === 'dm' || operand === 'private') return message.type === 'private';
      if (operand === 'mentioned') return mentions.some(has);
      if (operand === 'starred') return has('starred');
      if (operand === 'unread') return !has('read');
      if (operand === 'alerted') return has('has_alert_word');
      if (operand === 'resolved') return message.type === 'stream' && isResolved(message.subject);
      if (operand === 'muted')
        return isMuted(message.stream_id ?? 0, message.subject) && message.type === 'stream';
      return undefined;
    default:
      return undefined;
  }
}

/** Whether a message is in the narrow; undefined if only the server knows. */
export function narrowContains(narrow: Narrow, message: Message, scope: Scope): boolean | undefined {
  let isSure = true;
  for (const term of decidingTerms(narrow)) {
    const found = isMatch(term, message, scope);
    if (found === undefined) isSure = false;
    else if (found === term.isNegated) return false;
  }
  return isSure ? true : undefined;
}

export function dependsOnMuted(narrow: Narrow): boolean {
  return narrow.some(({ operator, operand }) => operator === 'is' && operand === 'muted');
}
