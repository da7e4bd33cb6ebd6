// How servers are told that sessions have ended.

import { extraOf, type LogEntry } from '../../api-contract/event.ts';

/** The type of the entry that tells them. */
export const END_SESSIONS = '_end_sessions';

/** Sessions of one account. */
export interface EndedSessions {
  readonly accountId: number;
  readonly sessionIds: readonly number[];
}

/** Which sessions an entry of the type `END_SESSIONS` tells of. */
export function sessionsEndedBy(entry: LogEntry): EndedSessions {
  return extraOf<EndedSessions>(entry);
}
