// Keyboard actions for anonymous viewers.

import { useKeys } from '../data/key-actions.ts';
import { showShortcuts } from './lazy-dialogs.ts';

function go(address: string): void {
  location.hash = address;
}

export function useAnonymousActions(): void {
  useKeys({
    recent: () => go('#recent'),
    combined: () => go('#feed'),
    leave: () => go('#feed'),
    search: () => document.getElementById('search')?.focus(),
    shortcuts: () => showShortcuts(),
    historyBack: () => history.back(),
    historyForward: () => history.forward(),
  });
}
