// Keyboard actions that work everywhere: going to views and to fields.

import { focusView } from '../components/focus-view.ts';
import type { Actions } from '../data/actions.ts';
import { useKeys } from '../data/key-actions.ts';
import type { Organization } from '../data/organization.ts';
import { composerOf } from './composer-of.ts';
import { useConversationKeys } from './conversation-keys.ts';
import { showOwnStatus, showShortcuts } from './lazy-dialogs.ts';
import { openPalette } from './open-palette.ts';

function go(address: string): void {
  location.hash = address;
}

/** Focuses a field and selects its text, so that typing replaces it. */
function focus(id: string): boolean {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return field !== null;
}

const homes = { inbox: '#inbox', recent: '#recent', all_messages: '#feed' } as const;

function goHome({ state }: Organization): boolean {
  const settings = state.user_settings;
  if (!settings?.web_escape_navigates_to_home_view) return false;
  go(homes[settings.web_home_view as keyof typeof homes] ?? '#inbox');
  return true;
}

export function usePageActions(organization: Organization, actions: Actions): void {
  useConversationKeys({ organization, actions, composer: () => composerOf(organization) });
  useKeys({
    inbox: () => go('#inbox'),
    recent: () => go('#recent'),
    combined: () => go('#feed'),
    starred: () => go('#narrow/is/starred'),
    allDirect: () => go('#narrow/is/dm'),
    palette: () => openPalette(organization, actions),
    search: () => focus('search'),
    drafts: () => go('#drafts'),
    leave() {
      const before = location.hash;
      goHome(organization);
      focusView();
      // The home view is rendered after the address has changed.
      if (location.hash !== before)
        addEventListener('hashchange', () => setTimeout(focusView), { once: true });
    },
    menu: () => document.querySelector<HTMLElement>('.side-head [aria-haspopup=menu]')?.click(),
    shortcuts: () => showShortcuts(),
    ownStatus: () => showOwnStatus(organization),
    historyBack: () => history.back(),
    historyForward: () => history.forward(),
  });
}
