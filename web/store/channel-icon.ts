// The icon of a channel, which shows who can read it.

/** A lock for a private channel, a globe for one that anyone on the web can read, and the usual one for others. */
export function channelIcon(
  channel: { readonly invite_only?: boolean; readonly is_web_public?: boolean } | undefined,
): 'lock' | 'globe' | 'channel' {
  if (channel?.invite_only) return 'lock';
  return channel?.is_web_public ? 'globe' : 'channel';
}
