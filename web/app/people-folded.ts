// Whether the viewer has folded away the people column in views where it is open by default. Stored in the browser, since
// it depends on the screen.

const NAME = 'people folded';

export function isPeopleFolded(): boolean {
  try {
    return localStorage.getItem(NAME) === 'yes';
  } catch {
    return false;
  }
}

export function setPeopleFolded(isFolded: boolean): void {
  try {
    if (isFolded) localStorage.setItem(NAME, 'yes');
    else localStorage.removeItem(NAME);
  } catch {
    // The browser stores nothing.
  }
}
