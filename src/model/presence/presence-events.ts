// `presence` events: an account came online, became active, or hides its presence from now on. Times of
// accounts that stay online are not pushed; clients fetch them.

import type { NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { modernPresence, type Presence } from './presence.ts';

/** What the views and the servers' presence in memory need in addition to the payload. */
export interface PresenceExtra {
  readonly accountId: number;
  readonly activeAt: number | null;
  readonly idleAt: number | null;
  /** Whether the times may go back, because the account hides. */
  readonly isForced: boolean;
  readonly at: number;
}

function presenceEvent(extra: PresenceExtra): NewEvent {
  const { accountId, activeAt, idleAt, at } = extra;
  return {
    type: 'presence',
    audience: { kind: 'everyone' },
    payload: { presences: { [accountId]: modernPresence({ activeAt, idleAt }) } },
    extra: { ...extra },
    expiresAt: at + limits.presenceSeconds,
  };
}

/**
 * An account came online or became active.
 * @param now when that was noticed; times are in seconds
 */
export function presenceChanged(
  accountId: number,
  { activeAt, idleAt }: Pick<Presence, 'activeAt' | 'idleAt'>,
  now: number,
): NewEvent {
  return presenceEvent({ accountId, activeAt, idleAt, isForced: false, at: now });
}

/** An account that hides is shown as offline at once, with times that are old enough. */
export function presenceHidden(accountId: number, now: number): NewEvent {
  const idleAt = now - limits.presenceSeconds - 1;
  return presenceEvent({ accountId, activeAt: null, idleAt, isForced: true, at: now });
}
