// For which account and session this browser has a push subscription; stored in the browser.

const NAME = 'told';

export interface ToldMark {
  readonly accountId: number;
  readonly sessionId: number;
}

/** Undefined if it has none. */
export function toldHere(): ToldMark | undefined {
  try {
    const [accountId, sessionId] = (localStorage.getItem(NAME) ?? '').split('/').map(Number);
    return accountId && sessionId !== undefined ? { accountId, sessionId } : undefined;
  } catch {
    // This window stores nothing.
    return undefined;
  }
}

export function noteTold(accountId: number, sessionId: number): void {
  try {
    localStorage.setItem(NAME, `${accountId}/${sessionId}`);
  } catch {
    // The subscription lasts until its session ends.
  }
}

export function forgetTold(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
