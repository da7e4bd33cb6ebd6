// Which failures of mail are permanent.

/** Whether a mail server has refused permanently. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  // Wrong credentials are for the administrator to correct; the mail remains valid.
  if (code === 'EAUTH') return false;
  return typeof responseCode === 'number' && responseCode >= 500;
}
