// The id of an app, which Apple is told with each notification for it.

/** Whether a text can be one: what else there might be has no place in a header. */
export function isAppId(text: string): boolean {
  return /^[A-Za-z0-9.-]{1,155}$/.test(text);
}
