// What of the page there is for somebody who is not logged in.

import type { Term, View } from '../lib/address.ts';
import type { Shown } from './use-view.ts';

/** What the server lets a visitor's narrow be made of. */
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

function isForVisitors({ operator, operand }: Term): boolean {
  return operators.has(operator) || (operator === 'is' && operand === 'resolved');
}

/** Whether a view shows a visitor anything. */
export function mayVisit(view: View): boolean {
  if (view.kind === 'topics') return true;
  return view.kind === 'recent' || (view.kind === 'narrow' && view.terms.every(isForVisitors));
}

/** The view of an address for a visitor: who is not logged in has no inbox, and begins with everything. */
export function visited({ fragment, view }: Shown): Shown {
  return view?.kind === 'inbox' ? { fragment, view: { kind: 'narrow', terms: [] } } : { fragment, view };
}
