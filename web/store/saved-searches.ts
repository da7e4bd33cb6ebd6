// The searches that an account has saved: views of its own that are searches. They follow it to all of its devices.

import type { State } from '../../client/state/state.ts';
import { viewAt } from '../lib/address.ts';
import { type Narrow, narrowKey } from './narrow.ts';
import { narrowTargetOf } from './narrow-targets.ts';

export interface SavedSearch {
  readonly name: string;
  /** Its address without `#`, which identifies it. */
  readonly fragment: string;
  readonly narrow: Narrow;
}

/** In the order in which they were saved. */
export function savedSearches({ navigation_views: views = [], user_id: ownId = 0 }: State): SavedSearch[] {
  return views.flatMap(({ fragment, name }) => {
    const view = name === undefined ? undefined : viewAt(fragment);
    if (name === undefined || view?.kind !== 'narrow') return [];
    return narrowTargetOf(view.terms, ownId).kind === 'search'
      ? [{ name, fragment, narrow: view.terms }]
      : [];
  });
}

/** The saved search that finds the same, in whatever order its terms are. */
export function savedSearchOf(narrow: Narrow, state: State): SavedSearch | undefined {
  const key = narrowKey(narrow);
  return savedSearches(state).find((saved) => narrowKey(saved.narrow) === key);
}
