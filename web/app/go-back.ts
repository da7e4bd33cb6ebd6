// The back button of phones.

let hasEarlierView = false;
addEventListener('hashchange', () => {
  hasEarlierView = true;
});

/** Returns to the previous view. If the page was opened with this one, to the list of settings it is in, or the inbox. */
export function goBack(): void {
  if (hasEarlierView) history.back();
  else location.replace(/^#(?:settings|organization)\b.*(?=\/)/.exec(location.hash)?.[0] ?? '#inbox');
}
