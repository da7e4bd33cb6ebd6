// Texts of the Notification Bot about channels. (Reference wording.)

import type { Account } from '../accounts/account.ts';
import { channelMention, silentMention } from '../silent-mention.ts';
import type { Channel } from './channel.ts';
import { privacyName } from './channel-privacy.ts';

/** The topic within a channel for notices about that channel. */
export const CHANNEL_EVENTS_TOPIC = 'channel events';

/** The topic for announcements of new channels. */
export const NEW_CHANNELS_TOPIC = 'new channels';

type Actor = Pick<Account, 'fullName' | 'id'>;

function quoted(text: string): string {
  return `\`\`\`\`\` quote\n${text === '' ? '*No description.*' : text}\n\`\`\`\`\``;
}

/** For people who were subscribed by someone else. */
export function subscribedNotice(actor: Actor, channelNames: readonly string[]): string {
  const [only, ...others] = [...channelNames].sort();
  if (only !== undefined && others.length === 0)
    return `${silentMention(actor)} subscribed you to ${channelMention(only)}.`;
  const items = [...channelNames].sort().map((name) => `* ${channelMention(name)}\n`);
  return `${silentMention(actor)} subscribed you to the following channels:\n\n${items.join('')}`;
}

/** Announces new channels in the channel configured for that. */
export function channelsCreatedNotice(actor: Actor, names: readonly string[]): string {
  const mentions = names.map(channelMention).join(', ');
  return names.length === 1
    ? `${silentMention(actor)} created a new channel ${mentions}.`
    : `${silentMention(actor)} created the following channels: ${mentions}.`;
}

/** The first message of a new channel: who created it, and its description. */
export function channelCreatedNotice(actor: Actor, channel: Channel): string {
  const kind = privacyName(channel);
  return `**${kind}** channel created by ${silentMention(actor)}. **Description:**\n${quoted(channel.description)}`;
}

export function channelRenamedNotice(actor: Actor, before: string, after: string): string {
  return `${silentMention(actor)} renamed channel **${before}** to **${after}**.`;
}

/** Quotes the old and the new description as they were written. */
export function descriptionChangedNotice(actor: Actor, before: string, after: string): string {
  return (
    `${silentMention(actor)} changed the description for this channel.\n\n` +
    `* **Old description:**\n${quoted(before)}\n* **New description:**\n${quoted(after)}\n`
  );
}

/** Names the old and the new kind of channel. */
export function privacyChangedNotice(actor: Actor, before: Channel, after: Channel): string {
  return (
    `${silentMention(actor)} changed the access permissions for this channel ` +
    `from **${privacyName(before)}** to **${privacyName(after)}**.`
  );
}

export function unarchivedNotice(name: string): string {
  return `Channel **${name}** un-archived.`;
}
