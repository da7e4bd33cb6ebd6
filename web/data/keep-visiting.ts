// Visitors have no event queue, so the page asks for the state again now and then.

import type { Step } from '../../client/follow-organization.ts';
import type { ParleyClient } from '../../client/parley-client.ts';
import { registration } from './registration.ts';
import { isVisit } from './visit.ts';

const AGAIN_MILLISECONDS = 5 * 60_000;

export interface VisitOptions {
  readonly client: ParleyClient;
  /** Takes a newer state in. */
  readonly organization: { take(step: Step): void };
  /** Somebody has logged in meanwhile, in another tab. */
  readonly onLoggedIn: () => void;
  readonly signal: AbortSignal;
}

/** Brings news for as long as somebody looks, until the signal is aborted. */
export function keepVisiting({ client, organization, onLoggedIn, signal }: VisitOptions): void {
  let askedAt = Date.now();
  const look = async () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < AGAIN_MILLISECONDS) return;
    askedAt = Date.now();
    // What is not answered is asked for the next time.
    const snapshot = await client.call('register-queue', registration, { signal }).catch(() => undefined);
    if (!snapshot) return;
    if (isVisit(snapshot)) organization.take({ kind: 'snapshot', snapshot });
    else onLoggedIn();
  };
  const timer = setInterval(() => void look(), AGAIN_MILLISECONDS);
  document.addEventListener('visibilitychange', () => void look(), { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
}
