// The text of the search field: words, and `operator:operand` for filters. A text is turned into the address
// of a narrow, and back.

import type { State } from '../../client/state/state.ts';
import type { Term, View } from '../lib/address.ts';
import { channelIn, personIn } from '../store/directory.ts';
import { decidingTerms } from '../store/narrow.ts';
import { addressOfNarrow, narrowTargetOf } from '../store/narrow-targets.ts';

const operators: ReadonlySet<string> = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'dm',
  'dm-including',
  'is',
  'has',
  'in',
  'id',
  'near',
  'with',
  'mentions',
  'since',
  'before',
]);
const aliases: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  from: 'sender',
  subject: 'topic',
};
const withPeople: ReadonlySet<string> = new Set(['sender', 'dm', 'dm-including', 'mentions']);

/** Splits the text into words; quoted words stay together. */
function tokens(text: string): string[] {
  return text.match(/-?[\w-]+:"[^"]*"|"[^"]*"|\S+/g) ?? [];
}

function personNamed(name: string, state: State): number | undefined {
  if (name === 'me') return state.user_id;
  const lowerCased = name.toLowerCase();
  const people = state.realm_users ?? [];
  const found = people.find(
    (person) => person.full_name.toLowerCase() === lowerCased || person.email === name,
  );
  return found?.user_id;
}

/** An operand in the form that narrows use: ids for channels and accounts. */
function operandOf(operator: string, text: string, state: State): string {
  if (operator === 'channel') {
    const channels = [...(state.subscriptions ?? []), ...(state.never_subscribed ?? [])];
    const lowerCased = text.toLowerCase();
    const found = channels.find(({ name }) => name.toLowerCase() === lowerCased);
    return found ? String(found.stream_id) : text;
  }
  if (!withPeople.has(operator)) return text;
  const ids = text.split(',').map((name) => personNamed(name.trim(), state));
  return ids.every((id) => id !== undefined) ? ids.join(',') : text;
}

function termsOfSearch(text: string, state: State): Term[] {
  const terms: Term[] = [];
  const words: string[] = [];
  for (const token of tokens(text.replaceAll(/[“”]/g, '"'))) {
    const [, minus = '', operatorText = '', rest = ''] = /^(-?)([\w-]+):(.+)$/.exec(token) ?? [];
    const operator = aliases[operatorText.toLowerCase()] ?? operatorText.toLowerCase();
    if (!operators.has(operator)) {
      words.push(token);
      continue;
    }
    const operand = operandOf(operator, rest.replace(/^"(.*)"$/, '$1'), state);
    terms.push({ operator, operand, isNegated: minus !== '' });
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), isNegated: false });
  return terms;
}

export function addressOfSearch(text: string, state: State): string {
  return addressOfNarrow(termsOfSearch(text, state), state);
}

function quoted(text: string): string {
  return text.includes(' ') ? `"${text}"` : text;
}

function textOf({ operator, operand, isNegated }: Term, state: State): string {
  if (operator === 'search') return operand;
  const isId = /^\d+$/.test(operand);
  const channel = operator === 'channel' && isId ? channelIn(state, Number(operand)) : undefined;
  const names = withPeople.has(operator)
    ? operand.split(',').map((id) => personIn(state, Number(id))?.full_name ?? id)
    : [];
  const value = channel?.name ?? (names.length > 0 ? names.join(',') : operand);
  return `${isNegated ? '-' : ''}${operator}:${quoted(value)}`;
}

/** The text of the search field for a view: empty if the view has a name of its own. */
export function searchText(view: View | undefined, state: State): string {
  if (view?.kind !== 'narrow' || narrowTargetOf(view.terms, state.user_id ?? 0).kind !== 'search') return '';
  return view.terms.map((term) => textOf(term, state)).join(' ');
}

/** The beginning of a search in the conversation or channel in view, with a space at its end; empty elsewhere. */
export function searchInView(view: View | undefined, state: State): string {
  if (view?.kind !== 'narrow') return '';
  const { kind } = narrowTargetOf(view.terms, state.user_id ?? 0);
  if (kind !== 'topic' && kind !== 'channel' && kind !== 'direct') return '';
  return decidingTerms(view.terms)
    .map((term) => `${textOf(term, state)} `)
    .join('');
}
