// Refreshes the state of anonymous viewers, who have no event queue, every few minutes.

import type { StateUpdate } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { isAnonymous } from './anonymous.ts';
import { registration } from './registration.ts';

const REFRESH_MILLISECONDS = 5 * 60_000;

export interface RefreshOptions {
  readonly client: ParleyClient;
  /** Receives the newer state. */
  readonly organization: { apply(step: StateUpdate): void };
  /** Called when an account has logged in meanwhile, in another tab. */
  readonly onLoggedIn: () => void;
  readonly signal: AbortSignal;
}

/** Refreshes while the page is visible, until the signal is aborted. */
export function refreshAnonymous({ client, organization, onLoggedIn, signal }: RefreshOptions): void {
  let refreshedAt = Date.now();
  const refresh = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - refreshedAt < REFRESH_MILLISECONDS) return;
    refreshedAt = Date.now();
    // Failures are ignored; the next run tries again.
    const snapshot = await client.call('register-queue', registration, { signal }).catch(() => undefined);
    if (!snapshot) return;
    if (isAnonymous(snapshot)) organization.apply({ kind: 'snapshot', snapshot });
    else onLoggedIn();
  };
  const timer = setInterval(() => void refresh(), REFRESH_MILLISECONDS);
  document.addEventListener('visibilitychange', () => void refresh(), { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
