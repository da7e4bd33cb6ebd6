// Recognizes clients that are too old for this server by their user agent.

/** The minimum version on Android phones. Older versions must be updated. */
const ANDROID_SINCE = [16, 2, 96] as const;

function isBefore(version: readonly number[], since: readonly number[]): boolean {
  for (const [index, required] of since.entries()) {
    const part = version[index] ?? 0;
    if (part !== required) return part < required;
  }
  return false;
}

/** Whether the program of a `User-Agent` header must be updated before it can be used. */
export function isTooOld(userAgent: string): boolean {
  const [, name, version = ''] = /^(Zulip\w{1,50})\/([\d.]{0,50})/.exec(userAgent) ?? [];
  if (name === 'ZulipInvalid') return true;
  if (name !== 'ZulipMobile' || !/\bAndroid\b/i.test(userAgent)) return false;
  return isBefore(version.split('.').map(Number), ANDROID_SINCE);
}
