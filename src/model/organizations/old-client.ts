// Which clients are too old for this server, by what they call themselves.

/** Of phones with Android; older ones cannot be helped by anything else than a newer version. */
const ANDROID_SINCE = [16, 2, 96] as const;

function isBefore(version: readonly number[], since: readonly number[]): boolean {
  for (const [place, least] of since.entries()) {
    const part = version[place] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
}

/** Whether the program of a `User-Agent` header must be replaced before it can be used here. */
export function isTooOld(userAgent: string): boolean {
  const [, name, version = ''] = /^(Zulip\w{1,50})\/([\d.]{0,50})/.exec(userAgent) ?? [];
  if (name === 'ZulipInvalid') return true;
  if (name !== 'ZulipMobile' || !/\bAndroid\b/i.test(userAgent)) return false;
  return isBefore(version.split('.').map(Number), ANDROID_SINCE);
}
