// The back button of phones. Each entry of the browser's history stores how many of the client's views precede it.

interface HistoryState {
  readonly viewsBefore?: number;
}

const storedCount = () => (history.state as HistoryState | null)?.viewsBefore;

let viewsBefore = storedCount() ?? 0;
let isReplacing = false;

const store = () => history.replaceState({ ...history.state, viewsBefore }, '');

/** A new entry has no count yet. */
function countViews(): void {
  const storedNumber = storedCount();
  viewsBefore = storedNumber ?? viewsBefore + (isReplacing ? 0 : 1);
  isReplacing = false;
  if (storedNumber === undefined) store();
}

store();
addEventListener('popstate', countViews);
addEventListener('hashchange', countViews);

/** Shows another view in place of the present one, to which the browser does not go back. */
export function replaceView(address: string): void {
  isReplacing = address !== location.hash;
  location.replace(address);
}

/** Returns to the previous view. From the first one of the client, to the list of settings it is in, or the inbox. */
export function goBack(): void {
  if (viewsBefore > 0) history.back();
  else replaceView(/^#(?:settings|organization)\b.*(?=\/)/.exec(location.hash)?.[0] ?? '#inbox');
}
