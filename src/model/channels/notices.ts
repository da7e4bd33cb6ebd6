// What the Notification Bot says of channels. (Reference wording.)

import type { Account } from '../accounts/account.ts';
import { channelMention, silentMention } from '../silent-mention.ts';
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

/** Announces channels where new ones are announced. */
export function createdChannels(who: Who, names: readonly string[]): string {
  const mentions = names.map(channelMention).join(', ');
  return names.length === 1
    ? `${silentMention(who)} created a new channel ${mentions}.`
    : `${silentMention(who)} created the following channels: ${mentions}.`;
}

/** Stands first in a new channel: who made it, and what for. */
export function createdThis(who: Who, channel: Channel): string {
  const kind = privacyName(channel);
  return `**${kind}** channel created by ${silentMention(who)}. **Description:**\n${quoted(channel.description)}`;
}

/** Says the old name and the new one. */
export function renamedThis(who: Who, before: string, after: string): string {
  return `${silentMention(who)} renamed channel **${before}** to **${after}**.`;
}

/** Says the old description and the new one, as they were written. */
export function describedThis(who: Who, before: string, after: string): string {
  return (
    `${silentMention(who)} changed the description for this channel.\n\n` +
    `* **Old description:**\n${quoted(before)}\n* **New description:**\n${quoted(after)}\n`
  );
}

/** Says which kind of channel it was and is. */
export function openedThis(who: Who, before: Channel, after: Channel): string {
  return (
    `${silentMention(who)} changed the access permissions for this channel ` +
    `from **${privacyName(before)}** to **${privacyName(after)}**.`
  );
}

/** Says that the channel is back. */
export function unarchivedThis(name: string): string {
  return `Channel **${name}** un-archived.`;
}
