// Who is there, from what the server tells: the times at which somebody was last active, or last there at all.

import type { Snapshot } from '../../client/follow-organization.ts';

export type PresenceLevel = 'active' | 'idle' | 'offline';

interface Times {
  readonly active_timestamp?: number;
  readonly idle_timestamp?: number;
}

/** What an event of the modern form says, and a report's answer. */
export interface PresenceNews {
  readonly presences?: Readonly<Record<string, unknown>>;
}

const OFFLINE_AFTER_SECONDS = 200;

/** By the ids of people. */
export type Presences = ReadonlyMap<number, Times>;

function isTimes(value: unknown): value is Times {
  return typeof value === 'object' && value !== null;
}

/** The presences with news. */
export function withPresences(present: Presences, { presences = {} }: PresenceNews): Presences {
  const news = Object.entries(presences).filter(([id, times]) => /^\d+$/.test(id) && isTimes(times));
  if (news.length === 0) return present;
  const next = new Map(present);
  for (const [id, times] of news) next.set(Number(id), times as Times);
  return next;
}

/** Those of a snapshot. */
export function presencesOf(snapshot: Pick<Snapshot, 'presences'>): Presences {
  return withPresences(new Map(), { presences: snapshot.presences ?? {} });
}

/** How present somebody is at a time, in seconds. */
export function presenceLevel(presences: Presences, id: number, now: number): PresenceLevel {
  const { active_timestamp: active = 0, idle_timestamp: idle = 0 } = presences.get(id) ?? {};
  if (now - active < OFFLINE_AFTER_SECONDS) return 'active';
  return now - idle < OFFLINE_AFTER_SECONDS ? 'idle' : 'offline';
}
