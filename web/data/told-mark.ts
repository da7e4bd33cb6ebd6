// For whom this browser is told when no page is open, and since which session; kept in the browser.

const NAME = 'told';

export interface ToldMark {
  readonly accountId: number;
  readonly sessionId: number;
}

/** Undefined where it is told nobody's. */
export function toldHere(): ToldMark | undefined {
  try {
    const [accountId, sessionId] = (localStorage.getItem(NAME) ?? '').split('/').map(Number);
    return accountId && sessionId !== undefined ? { accountId, sessionId } : undefined;
  } catch {
    // Nothing is kept in this window.
    return undefined;
  }
}

export function noteTold(accountId: number, sessionId: number): void {
  try {
    localStorage.setItem(NAME, `${accountId}/${sessionId}`);
  } catch {
    // It is told until its session ends.
  }
}

export function forgetTold(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // There was nothing.
  }
}
