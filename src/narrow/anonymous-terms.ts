// Restricts the narrows of anonymous viewers: to web-public channels, and to terms that need no account's rows.

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
  'since',
  'before',
  'with',
]);

function isAllowed({ operator, operand }: WireTerm): boolean {
  return (
    allowedOperators.has(operator) || (operator === 'is' && (operand === 'resolved' || operand === 'pinned'))
  );
}

function namesWebPublic({ operator, operand, negated }: WireTerm): boolean {
  return (operator === 'channels' || operator === 'streams') && operand === 'web-public' && !negated;
}

/** The terms of an anonymous viewer's narrow, without `in:home`. @throws 401 for terms that need an account */
export function anonymousTerms(terms: readonly WireTerm[]): readonly WireTerm[] {
  const remaining = terms.filter(
    ({ operator, operand, negated }) => !(operator === 'in' && operand === 'home' && !negated),
  );
  if (!remaining.some(namesWebPublic) || !remaining.every(isAllowed)) throw notLoggedIn();
  return remaining;
}
