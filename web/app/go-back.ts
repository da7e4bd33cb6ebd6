// The back button of phones.

let hasEarlierView = false;
addEventListener('hashchange', () => {
  hasEarlierView = true;
});

/** Returns to the previous view, or to the inbox if the page was opened with this one. */
export function goBack(): void {
  if (hasEarlierView) history.back();
  else location.replace('#inbox');
}
