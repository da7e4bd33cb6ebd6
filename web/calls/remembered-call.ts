// The call of a page that is closed, which the same tab joins again if it is only reloaded.

import { isRecord, storedJson } from '../lib/stored-values.ts';

export interface RememberedCall {
  readonly callId: number;
  readonly session: string;
  readonly isMuted: boolean;
  /** When the page was closed. */
  readonly at: number;
}

const STORED = 'parley-call';
/** Later the server has forgotten the session, and the person perhaps the call. */
const RELOAD_MILLISECONDS = 60_000;

export function rememberCall(call: RememberedCall): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify(call));
  } catch {
    // The browser stores nothing; the person joins again.
  }
}

/** The call of the page before a reload, once. */
export function takeRememberedCall(): RememberedCall | undefined {
  try {
    const stored = storedJson(sessionStorage.getItem(STORED));
    sessionStorage.removeItem(STORED);
    if (!isRecord(stored)) return undefined;
    const { callId, session, isMuted, at } = stored;
    if (typeof callId !== 'number' || typeof session !== 'string' || typeof at !== 'number') return undefined;
    if (Date.now() - at > RELOAD_MILLISECONDS) return undefined;
    return { callId, session, isMuted: isMuted === true, at };
  } catch {
    return undefined;
  }
}
