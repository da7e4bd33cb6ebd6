// Whether the people column is folded away where it is open at first. Stored in the browser, since it depends on the
// screen.

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
