// Parses a client's terms to a narrow for a requester; rewrites `with`.

import type { Requester } from '../queries/requester.ts';
import { anonymousTerms } from './anonymous-terms.ts';
import { resolveNarrow } from './resolve.ts';
import type { Narrow } from './term.ts';
import type { WireTerm } from './wire-term.ts';
import { rewriteWith } from './with-operator.ts';

/**
 * Parses a narrow.
 * @throws `BAD_NARROW` for unknown terms or invalid combinations; 401 for anonymous viewers who request more
 * than they may
 */
export async function parseNarrow(searcher: Requester, terms: readonly WireTerm[]): Promise<Narrow> {
  const allowed = searcher.account ? terms : anonymousTerms(terms);
  return resolveNarrow(searcher, await rewriteWith(searcher, allowed));
}

/** The stems that a narrow searches for, for highlighting; undefined without a search. */
export function searchedStems(narrow: Narrow): readonly string[] | undefined {
  const search = narrow.terms.find((term) => term.kind === 'search' && !term.negated);
  return search?.kind === 'search' ? search.stems : undefined;
}
