// From the terms that a client sent to a narrow that can be searched: for somebody, `with` rewritten.

import type { Asker } from '../queries/asker.ts';
import { resolveNarrow } from './resolve.ts';
import type { Narrow } from './term.ts';
import { visitorTerms } from './visitors.ts';
import type { WireTerm } from './wire-term.ts';
import { rewriteWith } from './with-operator.ts';

/**
 * Understands a narrow.
 * @throws `BAD_NARROW` for what is unknown or cannot be combined; 401 for visitors who ask for more than they may
 */
export async function parseNarrow(searcher: Asker, terms: readonly WireTerm[]): Promise<Narrow> {
  const allowed = searcher.account ? terms : visitorTerms(terms);
  return resolveNarrow(searcher, await rewriteWith(searcher, allowed));
}

/** The stems that a narrow searches for, for marking them; undefined without a search. */
export function searchedStems(narrow: Narrow): readonly string[] | undefined {
  const search = narrow.terms.find((term) => term.kind === 'search' && !term.negated);
  return search?.kind === 'search' ? search.stems : undefined;
}
