// Resolves the terms of a narrow: checks operators, and resolves operands to what they name.

import { badNarrow } from '../api-contract/error.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../model/messages/topic.ts';
import { parseSearch } from '../model/search/search-query.ts';
import { textKey } from '../model/text-key.ts';
import type { Requester } from '../queries/requester.ts';
import { HasBit } from '../stores/messages/range-store.ts';
import { parseMoment } from './moment.ts';
import { accountOf, channelOf, conversationOf, messageId, shownOperand } from './operands.ts';
import type { Meaning, Narrow, Term } from './term.ts';
import type { Operand, WireTerm } from './wire-term.ts';

const channelSets = ['public', 'web-public', 'archived'] as const;

function channelsMeaning(operand: Operand): Meaning {
  const channelSet = channelSets.find((set) => set === operand);
  if (!channelSet) throw badNarrow(`unknown channels operand ${shownOperand(operand)}`);
  return { kind: 'channels', which: channelSet };
}

function isMeaning(operand: Operand): Meaning {
  switch (operand) {
    case 'dm':
    case 'private':
      return { kind: 'any-dm' };
    case 'starred':
    case 'unread':
    case 'mentioned':
    case 'alerted':
      return { kind: 'flag', test: operand };
    case 'resolved':
    case 'followed':
    case 'pinned':
      return { kind: operand };
    default:
      throw badNarrow(`unknown 'is' operand ${shownOperand(operand)}`);
  }
}

function isHasOperand(operand: Operand): operand is keyof typeof HasBit {
  return typeof operand === 'string' && Object.hasOwn(HasBit, operand);
}

function hasMeaning(operand: Operand): Meaning {
  if (!isHasOperand(operand)) throw badNarrow(`unknown 'has' operand ${shownOperand(operand)}`);
  return { kind: 'has', bit: HasBit[operand] };
}

function sinceMeaning(operand: Operand): Meaning {
  const moment = parseMoment(String(operand));
  if (moment === undefined) throw badNarrow(`invalid date ${shownOperand(operand)}`);
  return { kind: 'since', moment };
}

/** Operands of `is` that do not depend on the account. */
const sharedIs: ReadonlySet<unknown> = new Set(['resolved', 'pinned']);

/** The meaning of a term; undefined for terms that filter nothing. */
function meaningOf(requester: Requester, { operator, operand, negated }: WireTerm): Term | undefined {
  const term = (meaning: Meaning): Term => ({ ...meaning, negated });
  switch (operator) {
    case 'channel':
    case 'stream':
      return term({ kind: 'channel', channelId: channelOf(requester, operand) });
    case 'channels':
    case 'streams':
      return term(channelsMeaning(operand));
    case 'topic':
      return term({ kind: 'topic', key: textKey(String(operand)) });
    case 'sender':
      return term({ kind: 'sender', accountId: accountOf(requester, operand) });
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return term(conversationOf(requester, operand));
    case 'dm-including':
    case 'dm-with':
      return term({
        kind: 'dm-including',
        accountIds: (typeof operand === 'object' ? operand : [operand]).map((reference) =>
          accountOf(requester, reference),
        ),
      });
    case 'group-pm-with':
    case 'group_pm_with':
      return term({ kind: 'group-dm', accountId: accountOf(requester, operand) });
    case 'is':
      if (operand === 'muted') return { kind: 'home', negated: !negated };
      return term(isMeaning(operand));
    case 'in':
      if (operand === 'all') return undefined;
      if (operand === 'home') return term({ kind: 'home' });
      throw badNarrow(`unknown 'in' operand ${shownOperand(operand)}`);
    case 'has':
      return term(hasMeaning(operand));
    case 'mentions':
      return term({ kind: 'mentions', accountId: accountOf(requester, operand) });
    case 'search':
      return term({ kind: 'search', ...parseSearch(String(operand)) });
    case 'id':
      return term({ kind: 'id', id: messageId(operand) });
    case 'since':
      return term(sinceMeaning(operand));
    case 'before':
      return { ...sinceMeaning(operand), negated: !negated };
    // They set the client's anchor.
    case 'near':
    case 'date':
      return undefined;
    default:
      throw badNarrow(`unknown operator ${operator}`);
  }
}

/** Whether a term matches only channel messages or only direct ones. */
function sideOf(term: Term): 'channel' | 'direct' | undefined {
  if (term.kind === 'any-dm') return term.negated ? 'channel' : 'direct';
  if (term.negated) return undefined;
  if (term.kind === 'channel' || term.kind === 'channels' || term.kind === 'topic') return 'channel';
  if (term.kind === 'dm' || term.kind === 'dm-including' || term.kind === 'group-dm') return 'direct';
  return undefined;
}

/** The display name of the empty topic stands for it in the first topic term. */
function withEmptyTopic(terms: readonly WireTerm[]): readonly WireTerm[] {
  const first = terms.findIndex((term) => term.operator === 'topic');
  if (terms[first]?.operand !== EMPTY_TOPIC_DISPLAY_NAME) return terms;
  return terms.map((term, index) => (index === first ? { ...term, operand: '' } : term));
}

/** Merges several searches into one with all their words and phrases. */
function withOneSearch(terms: readonly Term[]): Term[] {
  const isPositiveSearch = (term: Term) => term.kind === 'search' && !term.negated;
  const searches = terms.filter((term) => term.kind === 'search').filter(({ negated }) => !negated);
  if (searches.length < 2) return [...terms];
  const stems = new Set<string>();
  const phrases = new Set<string>();
  for (const term of searches) {
    for (const stem of term.stems) stems.add(stem);
    for (const phrase of term.phrases) phrases.add(phrase);
  }
  const combined: Term = { kind: 'search', stems: [...stems], phrases: [...phrases], negated: false };
  return [...terms.filter((term) => !isPositiveSearch(term)), combined];
}

/**
 * Resolves a narrow whose `with` term was already rewritten.
 * @throws `BAD_NARROW` for unknown terms or invalid combinations
 */
export function resolveNarrow(requester: Requester, wireTerms: readonly WireTerm[]): Narrow {
  const terms: Term[] = [];
  let side: 'channel' | 'direct' | undefined;
  for (const wireTerm of withEmptyTopic(wireTerms)) {
    const term = meaningOf(requester, wireTerm);
    if (!term) continue;
    const own = sideOf(term);
    if (side && own && side !== own) {
      throw badNarrow('No message can be both a channel message and direct message');
    }
    side ??= own;
    terms.push(term);
  }
  const isPersonal = wireTerms.some(({ operator, operand }) => operator === 'is' && !sharedIs.has(operand));
  const withSingleSearch = withOneSearch(terms);
  return {
    terms: withSingleSearch,
    isPersonal,
    matchesNothing: withSingleSearch.some(matchesNothing) || contradict(withSingleSearch),
    namesTwoChannels: withSingleSearch.filter((term) => term.kind === 'channel' && !term.negated).length > 1,
  };
}

/** A message has exactly one of each of these. */
const single: ReadonlySet<Term['kind']> = new Set(['sender', 'id', 'topic', 'dm']);

/** Whether one term requires what another excludes, or two terms require different values. */
export function contradict(terms: readonly Term[]): boolean {
  const required = new Map<string, Term['kind']>();
  const excluded = new Set<string>();
  for (const { negated, ...meaning } of terms) {
    if (negated) excluded.add(JSON.stringify(meaning));
    else required.set(JSON.stringify(meaning), meaning.kind);
  }
  const kinds = [...required.values()].filter((kind) => single.has(kind));
  return kinds.length > new Set(kinds).size || [...required.keys()].some((meaning) => excluded.has(meaning));
}

function matchesNothing(term: Term): boolean {
  if (term.negated) return false;
  if (term.kind === 'dm') return term.key === undefined;
  return term.kind === 'search' && term.stems.length === 0;
}
