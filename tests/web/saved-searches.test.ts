// The searches that an account has saved, among the views of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { viewAt } from '../../web/lib/address.ts';
import { savedSearches, savedSearchOf } from '../../web/store/saved-searches.ts';

const state = {
  user_id: 1,
  navigation_views: [
    { fragment: 'inbox', is_pinned: true },
    { fragment: 'narrow/channel/9-design', is_pinned: true, name: 'A channel' },
    { fragment: 'narrow/sender/2/has/link', is_pinned: true, name: 'Links of Mia' },
    { fragment: 'narrow/is/starred', is_pinned: false },
    { fragment: 'narrow/search/plan', is_pinned: false, name: 'Plans' },
    { fragment: 'organization/about', is_pinned: false, name: 'About' },
  ],
} as unknown as State;

const narrowAt = (fragment: string) => {
  const view = viewAt(fragment);
  return view?.kind === 'narrow' ? view.terms : [];
};

test('views of the account that are searches are saved searches', () => {
  assert.deepEqual(
    savedSearches(state).map(({ name, fragment }) => [name, fragment]),
    [
      ['Links of Mia', 'narrow/sender/2/has/link'],
      ['Plans', 'narrow/search/plan'],
    ],
  );
  assert.deepEqual(savedSearches({} as State), []);
});

test('a search is recognized as saved, in whatever order its terms are', () => {
  assert.equal(savedSearchOf(narrowAt('narrow/has/link/sender/2-mia'), state)?.name, 'Links of Mia');
  assert.equal(savedSearchOf(narrowAt('narrow/has/link/sender/3'), state), undefined);
});
