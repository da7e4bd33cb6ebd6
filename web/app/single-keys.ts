// Whether shortcuts without Ctrl are on; people who use speech input switch them off (WCAG 2.1.4). Stored in
// the browser, since it depends on the computer, not on the account.

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
    // The browser stores nothing: they stay on.
  }
}
