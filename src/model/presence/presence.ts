// When an account was last active (at the device) and last connected (including idle), and its resulting status.

import { limits } from '../../api-contract/limits.ts';
import type { LegacyPresence, ModernPresence } from './presence-schema.ts';

export interface Presence {
  /** Seconds since 1970; null for never. */
  readonly activeAt: number | null;
  readonly idleAt: number | null;
  /** Rises with every change in the organization, as far as this server knows. */
  readonly updateId: number;
}

export type PresenceStatus = 'active' | 'idle';

/** An account counts as active if its last idle report came up to this long after the last active one. */
const STILL_ACTIVE_SECONDS = 70;

type Times = Pick<Presence, 'activeAt' | 'idleAt'>;

/** The status that clients would show: 0 offline, 1 connected, 2 active. */
export function presenceLevelOf(presence: Times | undefined, now: number): 0 | 1 | 2 {
  const isRecent = (at: number | null | undefined) => at != null && now - at <= limits.presenceSeconds;
  if (isRecent(presence?.activeAt)) return 2;
  return isRecent(presence?.idleAt) ? 1 : 0;
}

/** The newer of both times; 0 for never. */
export function lastSeenAt(presence: Times): number {
  return Math.max(presence.activeAt ?? 0, presence.idleAt ?? 0);
}

/** The modern wire form. */
export function modernPresence({ activeAt, idleAt }: Times): ModernPresence {
  return {
    ...(activeAt !== null && { active_timestamp: activeAt }),
    ...(idleAt !== null && { idle_timestamp: idleAt }),
  };
}

/** The one status and time to which the older form reduces both. */
export function legacyStatus({ activeAt, idleAt }: Times): { status: PresenceStatus; timestamp: number } {
  if (activeAt !== null && activeAt + STILL_ACTIVE_SECONDS >= (idleAt ?? 0)) {
    return { status: 'active', timestamp: activeAt };
  }
  return { status: 'idle', timestamp: idleAt ?? 0 };
}

/** The older form in events and under `website`. */
export function legacyClient(times: Times): LegacyPresence['website'] {
  return { client: 'website', ...legacyStatus(times), pushable: false };
}

/** The older form for one person. */
export function legacyPresence(times: Times): LegacyPresence {
  return { website: legacyClient(times), aggregated: { client: 'website', ...legacyStatus(times) } };
}
