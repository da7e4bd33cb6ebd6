// The id of an app, which is sent to Apple with each notification.

/** Whether a text can be an app id. Other characters must not get into a header. */
export function isAppId(text: string): boolean {
  return /^[A-Za-z0-9.-]{1,155}$/.test(text);
}
