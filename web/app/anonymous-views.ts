// Which views anonymous viewers can see.

import type { Term, View } from '../lib/address.ts';
import type { CurrentView } from './use-view.ts';

/** The operators that the server allows in their narrows. */
const operators: ReadonlySet<string> = new Set([
  'channel',
  'channels',
  'topic',
  'sender',
  'has',
  'search',
  'near',
  'id',
  'with',
]);

function isForAnonymous({ operator, operand }: Term): boolean {
  return operators.has(operator) || (operator === 'is' && operand === 'resolved');
}

/** Whether a view shows anything to an anonymous viewer. */
export function isOpenToAnonymous(view: View): boolean {
  if (view.kind === 'topics') return true;
  return view.kind === 'recent' || (view.kind === 'narrow' && view.terms.every(isForAnonymous));
}

/** The view of an address for an anonymous viewer, who has no inbox and starts with the combined feed. */
export function anonymousView({ fragment, view }: CurrentView): CurrentView {
  return view?.kind === 'inbox' ? { fragment, view: { kind: 'narrow', terms: [] } } : { fragment, view };
}
