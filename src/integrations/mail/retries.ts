// When a failed mail is retried, and when it is given up.

const FIRST_PAUSE_SECONDS = 30;
const GROWTH = 4;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
/** About two days, as mail servers commonly do. */
const MAX_ATTEMPTS = 13;

/** Seconds until the next attempt; undefined if there is none. */
export function backoffSeconds(attempts: number): number | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  return Math.min(FIRST_PAUSE_SECONDS * GROWTH ** (attempts - 1), LONGEST_PAUSE_SECONDS);
}

/** Whether a mail server has refused permanently. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  // Wrong credentials are for the administrator to correct; the mail remains valid.
  if (code === 'EAUTH') return false;
  return typeof responseCode === 'number' && responseCode >= 500;
}
