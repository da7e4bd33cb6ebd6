// Presence: when each account was last active, and when it was last online.

import type { Snapshot } from '../../client/follow-organization.ts';

export type PresenceLevel = 'active' | 'idle' | 'offline';

interface Times {
  readonly active_timestamp?: number;
  readonly idle_timestamp?: number;
}

/** The presence fields of an event in the modern form, and of the answer to the client's own report. */
export interface PresenceUpdate {
  readonly presences?: NonNullable<Snapshot['presences']>;
}

const OFFLINE_AFTER_SECONDS = 200;

/** The presence of accounts, by id. */
export type Presences = ReadonlyMap<number, Times>;

/** The presences with an update applied. */
export function withPresences(current: Presences, { presences = {} }: PresenceUpdate): Presences {
  const updates = Object.entries(presences).flatMap(([id, times]) =>
    // The older form has email addresses as keys.
    /^\d+$/.test(id) && !('website' in times) ? [[Number(id), times] as const] : [],
  );
  return updates.length === 0 ? current : new Map([...current, ...updates]);
}

export function presencesOf(snapshot: Pick<Snapshot, 'presences'>): Presences {
  return withPresences(new Map(), { presences: snapshot.presences ?? {} });
}

/** The presence of an account at a time, in seconds. */
export function presenceLevel(presences: Presences, id: number, now: number): PresenceLevel {
  const { active_timestamp: active = 0, idle_timestamp: idle = 0 } = presences.get(id) ?? {};
  if (now - active < OFFLINE_AFTER_SECONDS) return 'active';
  return now - idle < OFFLINE_AFTER_SECONDS ? 'idle' : 'offline';
}
