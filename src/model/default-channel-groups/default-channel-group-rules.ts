// Rules for default channel groups: their names, and which channels they may contain. Everyone sees the groups,
// and new people may choose them, so they contain only channels that every member could join anyway.

import { isLongerThan } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Channel } from '../channels/channel.ts';
import { textKey } from '../text-key.ts';
import type { DefaultChannelGroup } from './default-channel-group.ts';

/** Trims a name. @throws if it is empty or too long */
export function checkedDefaultGroupName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest(`Invalid default channel group name '${text}'`);
  if (isLongerThan(name, limits.channelNameCodePoints)) {
    throw badRequest(
      `Default channel group name too long (limit: ${limits.channelNameCodePoints} characters)`,
    );
  }
  return name;
}

/** Refuses a name that another group has, regardless of case. */
export function checkDefaultGroupNameIsFree(name: string, others: readonly DefaultChannelGroup[]): void {
  if (others.some((other) => textKey(other.name) === textKey(name))) {
    throw badRequest(`Default channel group '${name}' already exists`);
  }
}

/** Finds a group among all those of the organization. @throws if it does not exist */
export function groupWithId(groups: readonly DefaultChannelGroup[], id: number): DefaultChannelGroup {
  const found = groups.find((group) => group.id === id);
  if (!found) throw badRequest(`Default channel group with id '${id}' does not exist.`);
  return found;
}

/**
 * Refuses a channel that the group cannot contain.
 * @param presentIds ids of the channels that are already in the group
 */
export function checkMayContain(groupName: string, presentIds: readonly number[], channel: Channel): void {
  if (presentIds.includes(channel.id)) {
    throw badRequest(`Channel '${channel.name}' is already present in default channel group '${groupName}'`);
  }
  if (channel.isDefault) {
    throw badRequest(`'${channel.name}' is a default channel and cannot be added to '${groupName}'`);
  }
  if (channel.isPrivate) {
    throw badRequest(`'${channel.name}' is private and cannot be added to '${groupName}'`);
  }
}
