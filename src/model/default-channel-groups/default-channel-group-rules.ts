// What a group of channels for people who join may be called, and which channels it may hold. Everybody is shown
// the groups and whoever joins may choose them, so they hold only channels that every member could enter anyway.

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../channels/channel.ts';
import { textKey } from '../text-key.ts';
import type { DefaultChannelGroup } from './group.ts';

/** The name without white space around it. */
export function checkedGroupName(sent: string): string {
  const name = sent.trim();
  if (name === '') throw badRequest(`Invalid default channel group name '${sent}'`);
  if (isLongerThan(name, limits.channelNameCodePoints)) {
    throw badRequest(
      `Default channel group name too long (limit: ${limits.channelNameCodePoints} characters)`,
    );
  }
  return name;
}

/** Refuses a name that another group has, in whatever case. */
export function checkNameIsFree(name: string, others: readonly DefaultChannelGroup[]): void {
  if (others.some((other) => textKey(other.name) === textKey(name))) {
    throw badRequest(`Default channel group '${name}' already exists`);
  }
}

/** The group with an id among all of the organization. */
export function groupWithId(groups: readonly DefaultChannelGroup[], id: number): DefaultChannelGroup {
  const found = groups.find((group) => group.id === id);
  if (!found) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return found;
}

/** Refuses a channel that the group cannot hold. */
export function checkMayHold(groupName: string, held: readonly number[], channel: Channel): void {
  if (held.includes(channel.id)) {
    throw badRequest(`Channel '${channel.name}' is already present in default channel group '${groupName}'`);
  }
  if (channel.isDefault) {
    throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${groupName}'`);
  }
  if (channel.isPrivate) {
    throw badRequest(`'${channel.name}' is private and cannot be added to '${groupName}'`);
  }
}
