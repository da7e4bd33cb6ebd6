// Whether the column of people is folded away on wide screens. Kept in this browser: it is a matter of its screen.

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
    // A browser that keeps nothing: as it was the next time.
  }
}
