// The button that saves a search under a name, and then shows the menu of the saved one.

import { Button } from '../components/button.tsx';
import { showContextMenu } from '../components/context-menu.tsx';
import { savedViewItems, showSaveSearch } from '../forms/saved-view.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import type { Narrow } from '../store/narrow.ts';
import { addressOfNarrow } from '../store/narrow-targets.ts';
import { savedSearchOf } from '../store/saved-searches.ts';
import { searchName } from './search-terms.ts';

export function SaveSearch({ narrow }: { readonly narrow: Narrow }) {
  const { client, state } = useOrganization();
  const saved = useOrganizationState((current) => savedSearchOf(narrow, current), isEqual);
  // One element, so that it keeps the focus.
  return (
    <Button
      icon="filter"
      needsServer
      {...(saved && { 'aria-haspopup': 'menu' })}
      onClick={({ currentTarget: anchor }) => {
        if (saved) {
          showContextMenu({ name: saved.name, anchor, items: savedViewItems(client, saved) });
          return;
        }
        const fragment = addressOfNarrow(narrow, state).slice(1);
        showSaveSearch(client, fragment, searchName(narrow, state, Date.now() / 1000));
      }}
    >
      {saved ? t('searching.savedAs', { name: saved.name }) : t('searching.save')}
    </Button>
  );
}
