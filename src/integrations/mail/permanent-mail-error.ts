// Decides which errors of a mail server are permanent, so that the mail is not sent again.

/** Whether a mail server has rejected a mail permanently. */
export function isPermanentMailError(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  // Wrong credentials are for the operator to correct; the mail remains valid.
  if (code === 'EAUTH') return false;
  return typeof responseCode === 'number' && responseCode >= 500;
}
