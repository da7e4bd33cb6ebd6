// A log in which one trouble leaves a few lines and not thousands: a full disk fails every request, and the log may lie on
// the same disk.

import type { Logger } from '../api-contract/logger.ts';

/** Lines that say the same, within a minute. */
const LINES = 5;
const MINUTE_MILLISECONDS = 60_000;
/** Kinds of lines that are remembered; when there are more, all are forgotten. */
const KINDS = 500;

interface Seen {
  readonly since: number;
  lines: number;
}

/** Of what differs between two lines about the same: quoted paths, and numbers. */
const PARTICULAR = /'[^']*'|"[^"]*"|\d+/g;

/** The same for lines that say the same about the same error. */
function kindOf(message: string, error: unknown): string {
  const [first = ''] = String(error).split('\n', 1);
  return `${message} ${first.replace(PARTICULAR, '…')}`;
}

/**
 * Leaves out errors that repeat themselves. The next line of the kind, at least a minute after the first, has how many were
 * left out in `left_out`.
 * @param now milliseconds
 */
export function limitedLog(log: Logger, now: () => number = () => performance.now()): Logger {
  const seen = new Map<string, Seen>();
  return {
    ...log,
    error: (fields, message) => {
      const kind = kindOf(message, fields.error);
      const before = seen.get(kind);
      if (before && now() - before.since < MINUTE_MILLISECONDS) {
        if (++before.lines <= LINES) log.error(fields, message);
        return;
      }
      if (seen.size >= KINDS) seen.clear();
      seen.set(kind, { since: now(), lines: 1 });
      const leftOut = (before?.lines ?? 0) - LINES;
      log.error(leftOut > 0 ? { ...fields, left_out: leftOut } : fields, message);
    },
  };
}
