// Stores in the browser which account and session its push subscription belongs to.

const NAME = 'told';

export interface PushMark {
  readonly accountId: number;
  readonly sessionId: number;
}

/** The stored account and session; undefined if the browser has no subscription. */
export function readPushMark(): PushMark | undefined {
  try {
    const [accountId, sessionId] = (localStorage.getItem(NAME) ?? '').split('/').map(Number);
    return accountId && sessionId !== undefined ? { accountId, sessionId } : undefined;
  } catch {
    // This window can store nothing.
    return undefined;
  }
}

export function writePushMark(accountId: number, sessionId: number): void {
  try {
    localStorage.setItem(NAME, `${accountId}/${sessionId}`);
  } catch {
    // The subscription lasts until its session ends.
  }
}

export function removePushMark(): void {
  try {
    localStorage.removeItem(NAME);
  } catch {
    // Nothing was stored.
  }
}
