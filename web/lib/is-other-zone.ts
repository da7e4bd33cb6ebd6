// Whether a person's local time is worth showing.

/** Whether an account's time zone differs from the viewer's. */
export function isOtherZone(timeZone: string | undefined, own: string): boolean {
  if (timeZone === undefined || timeZone === '' || timeZone === own) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
