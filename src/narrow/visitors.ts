// What people without an account may search: web-public channels, by terms that need nobody's own rows.

import { notLoggedIn } from '../api-contract/error.ts';
import type { WireTerm } from './wire-term.ts';

const allowedOperators = new Set([
  'channel',
  'channels',
  'stream',
  'streams',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
]);

function isAllowed({ operator, operand }: WireTerm): boolean {
  return allowedOperators.has(operator) || (operator === 'is' && operand === 'resolved');
}

function namesWebPublic({ operator, operand, negated }: WireTerm): boolean {
  return (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated;
}

/** The terms of a visitor's narrow, without `in:home`; refuses with 401 what needs an account. */
export function visitorTerms(terms: readonly WireTerm[]): readonly WireTerm[] {
  const kept = terms.filter(
    ({ operator, operand, negated }) => !(operator === 'in' && operand === 'home' && !negated),
  );
  if (!kept.some(namesWebPublic) || !kept.every(isAllowed)) throw notLoggedIn();
  return kept;
}
