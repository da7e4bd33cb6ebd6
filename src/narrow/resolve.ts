// From the client's words to meanings: operators are known or refused, names and addresses become ids.

import { badNarrow } from '../contract/error.ts';
import type { Account } from '../model/accounts/account.ts';
import type { Channel } from '../model/channels/channel.ts';
import { directKey } from '../model/conversations/store.ts';
import { HasBit } from '../model/messages/range-store.ts';
import { accountByEmail, channelByNameIn } from '../model/messages/recipients.ts';
import { EMPTY_TOPIC_DISPLAY_NAME } from '../model/messages/wire.ts';
import { readSearch } from '../model/search/query.ts';
import type { OrganizationState } from '../model/state/organization-state.ts';
import { textKey } from '../model/text-key.ts';
import type { Meaning, Narrow, Term } from './term.ts';
import type { Operand, WireTerm } from './wire-term.ts';

/** Who asks; undefined for visitors without an account. */
export interface Asker {
  readonly state: OrganizationState;
  readonly account: Account | undefined;
}

/** The largest id that a client can name. */
const MAX_MESSAGE_ID = 2_147_483_647;

function shown(operand: Operand): string {
  return typeof operand === 'object' ? `[${operand.join(', ')}]` : String(operand);
}

function accountNamed(state: OrganizationState, operand: string | number): Account | undefined {
  return typeof operand === 'number' ? state.account(operand) : accountByEmail(state, operand);
}

function accountOf({ state }: Asker, operand: Operand): number {
  const account = typeof operand === 'object' ? undefined : accountNamed(state, operand);
  if (!account) throw badNarrow(`unknown user ${shown(operand)}`);
  return account.id;
}

/** The channel that a `channel` term names. */
export function channelNamed(state: OrganizationState, operand: Operand): Channel | undefined {
  if (typeof operand === 'object') return undefined;
  return typeof operand === 'number' ? state.channel(operand) : channelByNameIn(state, operand);
}

function channelOf({ state, account }: Asker, operand: Operand): number {
  const channel = channelNamed(state, operand);
  if (!account && !channel?.isWebPublic) throw badNarrow(`unknown web-public channel ${shown(operand)}`);
  if (!channel) throw badNarrow(`unknown channel ${shown(operand)}`);
  return channel.id;
}

/** The conversation of people named by ids or addresses, the asker added. */
function conversationOf({ state, account }: Asker, operand: Operand): Meaning {
  const named =
    typeof operand === 'object'
      ? operand
      : String(operand)
          .split(',')
          .map((address) => address.trim())
          .filter((address) => address !== '');
  if (named.length === 0) return { kind: 'dm', key: undefined };
  const ids = named.map((one) => {
    const found = accountNamed(state, one);
    if (!found) throw badNarrow(`unknown user in ${shown(operand)}`);
    return found.id;
  });
  return { kind: 'dm', key: directKey(account ? [...ids, account.id] : ids) };
}

function messageId(operand: Operand): number {
  const text = String(operand).trim();
  const id = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(id <= MAX_MESSAGE_ID)) throw badNarrow('Invalid message ID');
  return id;
}

const channelSets = ['public', 'web-public', 'archived'] as const;

function channelsMeaning(operand: Operand): Meaning {
  const which = channelSets.find((set) => set === operand);
  if (!which) throw badNarrow(`unknown channels operand ${shown(operand)}`);
  return { kind: 'channels', which };
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
      return { kind: operand };
    default:
      throw badNarrow(`unknown 'is' operand ${shown(operand)}`);
  }
}

function hasMeaning(operand: Operand): Meaning {
  const bit = HasBit[operand as keyof typeof HasBit];
  if (typeof operand !== 'string' || !Object.hasOwn(HasBit, operand)) {
    throw badNarrow(`unknown 'has' operand ${shown(operand)}`);
  }
  return { kind: 'has', bit };
}

/** What a term means; undefined for terms that filter nothing. */
function meaningOf(asker: Asker, { operator, operand, negated }: WireTerm): Term | undefined {
  const term = (meaning: Meaning): Term => ({ ...meaning, negated });
  switch (operator) {
    case 'channel':
    case 'stream':
      return term({ kind: 'channel', channelId: channelOf(asker, operand) });
    case 'channels':
    case 'streams':
      return term(channelsMeaning(operand));
    case 'topic':
      return term({ kind: 'topic', key: textKey(String(operand)) });
    case 'sender':
      return term({ kind: 'sender', accountId: accountOf(asker, operand) });
    case 'dm':
    case 'pm-with':
    case 'pm_with':
      return term(conversationOf(asker, operand));
    case 'dm-including':
    case 'dm-with':
      return term({
        kind: 'dm-including',
        accountIds: (typeof operand === 'object' ? operand : [operand]).map((one) => accountOf(asker, one)),
      });
    case 'group-pm-with':
    case 'group_pm_with':
      return term({ kind: 'group-dm', accountId: accountOf(asker, operand) });
    case 'is':
      if (operand === 'muted') return { kind: 'home', negated: !negated };
      return term(isMeaning(operand));
    case 'in':
      if (operand === 'all') return undefined;
      if (operand === 'home') return term({ kind: 'home' });
      throw badNarrow(`unknown 'in' operand ${shown(operand)}`);
    case 'has':
      return term(hasMeaning(operand));
    case 'mentions':
      return term({ kind: 'mentions', accountId: accountOf(asker, operand) });
    case 'search':
      return term({ kind: 'search', ...readSearch(String(operand)) });
    case 'id':
      return term({ kind: 'id', id: messageId(operand) });
    // They tell a client which anchor to ask for.
    case 'near':
    case 'date':
      return undefined;
    default:
      throw badNarrow(`unknown operator ${operator}`);
  }
}

/** Whether a term, by its polarity, wants messages of channels or direct ones only. */
function sideOf(term: Term): 'channel' | 'direct' | undefined {
  if (term.kind === 'any-dm') return term.negated ? 'channel' : 'direct';
  if (term.negated) return undefined;
  if (term.kind === 'channel' || term.kind === 'channels' || term.kind === 'topic') return 'channel';
  if (term.kind === 'dm' || term.kind === 'dm-including' || term.kind === 'group-dm') return 'direct';
  return undefined;
}

/** The name of the empty topic is read as it, in the first term that names a topic. */
function withEmptyTopic(terms: readonly WireTerm[]): readonly WireTerm[] {
  const first = terms.findIndex((term) => term.operator === 'topic');
  if (terms[first]?.operand !== EMPTY_TOPIC_DISPLAY_NAME) return terms;
  return terms.map((term, index) => (index === first ? { ...term, operand: '' } : term));
}

/** Several searches are one: all words and phrases of them. */
function withOneSearch(terms: readonly Term[]): Term[] {
  const isWanted = (term: Term) => term.kind === 'search' && !term.negated;
  const searches = terms.filter(isWanted);
  if (searches.length < 2) return [...terms];
  const stems = new Set<string>();
  const phrases = new Set<string>();
  for (const term of searches) {
    if (term.kind !== 'search') continue;
    for (const stem of term.stems) stems.add(stem);
    for (const phrase of term.phrases) phrases.add(phrase);
  }
  const joined: Term = { kind: 'search', stems: [...stems], phrases: [...phrases], negated: false };
  return [...terms.filter((term) => !isWanted(term)), joined];
}

/**
 * Understands a narrow, from which a `with` term was taken out before.
 * @throws `BAD_NARROW` for what is unknown or cannot be combined
 */
export function resolveNarrow(asker: Asker, wireTerms: readonly WireTerm[]): Narrow {
  const terms: Term[] = [];
  let side: 'channel' | 'direct' | undefined;
  for (const wireTerm of withEmptyTopic(wireTerms)) {
    const term = meaningOf(asker, wireTerm);
    if (!term) continue;
    const own = sideOf(term);
    if (side && own && side !== own) {
      throw badNarrow('No message can be both a channel message and direct message');
    }
    side ??= own;
    terms.push(term);
  }
  const isPersonal = wireTerms.some(({ operator, operand }) => operator === 'is' && operand !== 'resolved');
  const joined = withOneSearch(terms);
  return {
    terms: joined,
    isPersonal,
    matchesNothing: joined.some(matchesNothing),
    namesTwoChannels: joined.filter((term) => term.kind === 'channel' && !term.negated).length > 1,
  };
}

function matchesNothing(term: Term): boolean {
  if (term.negated) return false;
  if (term.kind === 'dm') return term.key === undefined;
  return term.kind === 'search' && term.stems.length === 0;
}
