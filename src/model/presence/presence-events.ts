// `presence` events: an account came online, became active, or hides its presence from now on. Times of
// accounts that stay online are not pushed; clients fetch them.

import { anyText, described, id, mapOf, number, record } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import { limits } from '../../api-contract/limits.ts';
import { modernPresence, type Presence } from './presence.ts';
import { clientPresenceSchema, presenceTimesSchema } from './presence-schema.ts';

export const presenceEvent = eventType('presence', "A user's presence changed.", [
  { presences: described(mapOf(presenceTimesSchema), 'By user ID.') },
  {
    user_id: id,
    email: anyText,
    server_timestamp: number,
    presence: described(
      record({ website: clientPresenceSchema }),
      'Sent in place of `presences` to clients without the capability `simplified_presence_events`.',
    ),
  },
]);

/** Data that the views and the servers' presence in memory need in addition to the payload. */
export interface PresenceExtra {
  readonly accountId: number;
  readonly activeAt: number | null;
  readonly idleAt: number | null;
  /** Whether the times may go back, because the account hides. */
  readonly isForced: boolean;
  readonly at: number;
}

function event(extra: PresenceExtra): NewEvent {
  const { accountId, activeAt, idleAt, at } = extra;
  return newEvent(
    presenceEvent,
    { presences: { [accountId]: modernPresence({ activeAt, idleAt }) } },
    { audience: { kind: 'everyone' }, extra: { ...extra }, expiresAt: at + limits.presenceSeconds },
  );
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
  return event({ accountId, activeAt, idleAt, isForced: false, at: now });
}

/** An account that hides is shown as offline at once, by times that are too old to count. */
export function presenceHidden(accountId: number, now: number): NewEvent {
  const idleAt = now - limits.presenceSeconds - 1;
  return event({ accountId, activeAt: null, idleAt, isForced: true, at: now });
}
