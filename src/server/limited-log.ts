// A log that suppresses repeated errors: a full disk fails every request, and the log may be on the same disk.

import type { Logger } from '../api-contract/logger.ts';

/** Lines of the same kind within a minute. */
const LINES = 5;
const MINUTE_MILLISECONDS = 60_000;
/** Kinds of lines to remember. When the limit is reached, all are dropped. */
const KINDS = 500;

interface Seen {
  readonly since: number;
  lines: number;
}

/** The parts that differ between lines of the same kind: quoted paths and numbers. */
const VARIABLE_PARTS = /'[^']*'|"[^"]*"|\d+/g;

/** Equal for lines with the same message about the same error. */
function kindOf(message: string, error: unknown): string {
  const [first = ''] = String(error).split('\n', 1);
  return `${message} ${first.replace(VARIABLE_PARTS, '…')}`;
}

/**
 * Suppresses repeated errors. The next line of the same kind, at least a minute after the first, states the
 * number of suppressed lines in `left_out`.
 * @param now returns milliseconds
 */
export function limitedLog(log: Logger, now: () => number = () => performance.now()): Logger {
  const seenByKind = new Map<string, Seen>();
  return {
    ...log,
    error: (fields, message) => {
      const kind = kindOf(message, fields.error);
      const before = seenByKind.get(kind);
      if (before && now() - before.since < MINUTE_MILLISECONDS) {
        if (++before.lines <= LINES) log.error(fields, message);
        return;
      }
      if (seenByKind.size >= KINDS) seenByKind.clear();
      seenByKind.set(kind, { since: now(), lines: 1 });
      const suppressed = (before?.lines ?? 0) - LINES;
      log.error(suppressed > 0 ? { ...fields, left_out: suppressed } : fields, message);
    },
  };
}
