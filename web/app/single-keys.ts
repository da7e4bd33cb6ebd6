// Whether keys without Ctrl do anything, for people who speak to their computer (WCAG 2.1.4). Kept in this browser:
// it is a matter of the computer, not of the person.

const NAME = 'single keys';

export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(NAME) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, 'off');
  } catch {
    // A browser that keeps nothing: they stay on.
  }
}
