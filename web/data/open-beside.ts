// Opens a conversation beside the view, replaces it and closes it, by the page's address.

import { isNarrowAddress, searchWithBeside } from '../lib/beside-search.ts';
import { isSameNarrow } from '../store/same-narrow.ts';
import { besideAddress, hasSpaceBeside } from './beside-address.ts';
import type { Organization } from './organization.ts';

let isFocusWanted = false;

/** Whether the conversation beside the view was just opened and gets the focus; resets it. */
export function takeBesideFocus(): boolean {
  const wasWanted = isFocusWanted;
  isFocusWanted = false;
  return wasWanted;
}

/** @param view the address of the view, which is the current one by default */
function showAddress(how: 'pushState' | 'replaceState', address: string, view = location.hash): void {
  const state = how === 'pushState' ? null : history.state;
  history[how](state, '', `${location.pathname}${searchWithBeside(location.search, address)}${view}`);
  // As if the browser had gone there.
  dispatchEvent(new PopStateEvent('popstate'));
}

/**
 * Opens a conversation beside the view; in its place if there is no space for two. The conversation in view moves
 * there, and the inbox is shown instead of it.
 */
export function openBeside(address: string, { ownId }: Organization): void {
  if (!hasSpaceBeside() || !isNarrowAddress(address)) {
    location.hash = address;
    return;
  }
  if (address === besideAddress()) {
    // After the menu in which it was chosen has returned the focus.
    setTimeout(() => document.querySelector<HTMLElement>('.beside')?.focus({ preventScroll: true }));
    return;
  }
  isFocusWanted = true;
  showAddress('pushState', address, isSameNarrow(location.hash, address, ownId) ? '#inbox' : location.hash);
}

/** Shows another narrow beside the view. */
export function showBeside(address: string): void {
  showAddress('pushState', address);
}

/** Shows another address of the conversation beside the view, to which it was moved. */
export function replaceBeside(address: string): void {
  showAddress('replaceState', address);
}

export function closeBeside(): void {
  showAddress('pushState', '');
}
