// The log entry that informs all servers of ended sessions.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';

/** The type of the entry. */
export const END_SESSIONS = '_end_sessions';

export interface EndedSessions {
  readonly accountId: number;
  readonly sessionIds: readonly number[];
}

/** The sessions named in an entry of the type `END_SESSIONS`. */
export function endedSessionsOf(entry: LogEntry): EndedSessions {
  return extraOf<EndedSessions>(entry);
}
