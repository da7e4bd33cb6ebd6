// The name of a view, as its heading and the page's title show it.

import { useEffect, useState } from 'preact/hooks';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { useRetry } from '../components/use-retry.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';
import { viewName } from './view-names.ts';

type SearchTerms = typeof import('../search/search-terms.ts');

let loaded: SearchTerms | undefined;

/** What names searches, which comes with texts of its own; undefined until it is loaded, and if it is not wanted. */
function useSearchTerms(isWanted: boolean): SearchTerms | undefined {
  const [terms, setTerms] = useState(() => loaded);
  const [hasFailed, setFailed] = useState(false);
  function load() {
    setFailed(false);
    loadSecondary(() => import('../search/search-terms.ts')).then(
      (module) => {
        loaded = module;
        setTerms(module);
      },
      () => setFailed(true),
    );
  }
  useEffect(() => {
    if (isWanted && !terms) load();
  }, [isWanted]);
  useRetry(hasFailed, load);
  return terms;
}

export function useViewName(view: View | undefined): string {
  const { ownId } = useOrganization();
  const search =
    view?.kind === 'narrow' && narrowTargetOf(view.terms, ownId).kind === 'search' ? view.terms : undefined;
  const terms = useSearchTerms(search !== undefined);
  return useOrganizationState((state) => {
    if (!search) return viewName(view, state);
    return terms?.searchName(search, state, Date.now() / 1000) ?? t('frame.search');
  });
}
