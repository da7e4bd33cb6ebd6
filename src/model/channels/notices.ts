// What the Notification Bot says of channels. (Reference wording.)

import type { Account } from '../accounts/account.ts';
import { channelMention, silentMention } from '../messages/silent-mention.ts';
import type { Channel } from './channel.ts';
import { privacyName } from './privacy.ts';

/** The topic, in a channel itself, of notices about it. */
export const CHANNEL_EVENTS_TOPIC = 'channel events';

/** The topic of news about new channels. */
export const NEW_CHANNELS_TOPIC = 'new channels';

type Who = Pick<Account, 'fullName' | 'id'>;

function quoted(text: string): string {
  return `\`\`\`\`\` quote\n${text === '' ? '*No description.*' : text}\n\`\`\`\`\``;
}

/** For somebody who was subscribed by somebody else. */
export function subscribedYou(who: Who, channelNames: readonly string[]): string {
  const [only, ...others] = [...channelNames].sort();
  if (only !== undefined && others.length === 0)
    return `${silentMention(who)} subscribed you to ${channelMention(only)}.`;
  const items = [...channelNames].sort().map((name) => `* ${channelMention(name)}\n`);
  return `${silentMention(who)} subscribed you to the following channels:\n\n${items.join('')}`;
}

export function createdChannels(who: Who, names: readonly string[]): string {
  const mentions = names.map(channelMention).join(', ');
  return names.length === 1
    ? `${silentMention(who)} created a new channel ${mentions}.`
    : `${silentMention(who)} created the following channels: ${mentions}.`;
}

export function createdThis(who: Who, channel: Channel): string {
  const kind = privacyName(channel);
  return `**${kind}** channel created by ${silentMention(who)}. **Description:**\n${quoted(channel.description)}`;
}

export function renamedThis(who: Who, before: string, after: string): string {
  return `${silentMention(who)} renamed channel **${before}** to **${after}**.`;
}

export function describedThis(who: Who, before: string, after: string): string {
  return (
    `${silentMention(who)} changed the description for this channel.\n\n` +
    `* **Old description:**\n${quoted(before)}\n* **New description:**\n${quoted(after)}\n`
  );
}

export function openedThis(who: Who, before: Channel, after: Channel): string {
  return (
    `${silentMention(who)} changed the access permissions for this channel ` +
    `from **${privacyName(before)}** to **${privacyName(after)}**.`
  );
}

export function unarchivedThis(name: string): string {
  return `Channel **${name}** un-archived.`;
}
