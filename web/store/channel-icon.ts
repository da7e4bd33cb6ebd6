// The icon of a channel, which shows who can read it, and the words for it.

import { t } from '../i18n/texts.ts';

type Privacy = { readonly invite_only?: boolean; readonly is_web_public?: boolean };

/** A lock for a private channel, a globe for one that anyone on the web can read, and the usual one for others. */
export function channelIcon(channel: Privacy | undefined): 'lock' | 'globe' | 'channel' {
  if (channel?.invite_only) return 'lock';
  return channel?.is_web_public ? 'globe' : 'channel';
}

/** What the lock and the globe say to those who do not see them; empty for the usual icon. */
export function channelPrivacy(channel: Privacy | undefined): string {
  const icon = channelIcon(channel);
  if (icon === 'channel') return '';
  return t(icon === 'lock' ? 'channels.isPrivate' : 'channels.isWebPublic');
}
