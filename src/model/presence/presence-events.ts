// `presence`: somebody came online, became active, or hides from now on. Times of those who stay online are not
// pushed; clients fetch them.

import type { NewEvent } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { modernPresence, type Presence } from './presence.ts';

/** What the views and the servers' books need beyond the payload. */
export interface PresenceExtra {
  readonly accountId: number;
  readonly activeAt: number | null;
  readonly idleAt: number | null;
  /** The times go back: the person hides. */
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

/** Somebody came online or became active; times in seconds, `now` is when it was noticed. */
export function presenceChanged(
  accountId: number,
  { activeAt, idleAt }: Pick<Presence, 'activeAt' | 'idleAt'>,
  now: number,
): NewEvent {
  return presenceEvent({ accountId, activeAt, idleAt, isForced: false, at: now });
}

/** Somebody who hides is shown as gone at once: by times that lie back far enough. */
export function presenceHidden(accountId: number, now: number): NewEvent {
  const idleAt = now - limits.presenceSeconds - 1;
  return presenceEvent({ accountId, activeAt: null, idleAt, isForced: true, at: now });
}
