// The changes to send for an edited group of channels: only what differs from its state when editing began,
// so that concurrent changes by others are not undone.

export interface GroupDraft {
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

export interface GroupChanges {
  /** Undefined if neither changed. */
  readonly texts: { readonly new_group_name?: string; readonly new_description?: string } | undefined;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** @param current the ids of the channels that are in the group now */
export function groupChanges(
  before: GroupDraft,
  after: GroupDraft,
  current: readonly number[] = before.channelIds,
): GroupChanges {
  const name = after.name.trim();
  const description = after.description.trim();
  const texts = {
    ...(name !== before.name && { new_group_name: name }),
    ...(description !== before.description && { new_description: description }),
  };
  return {
    texts: Object.keys(texts).length > 0 ? texts : undefined,
    // The server would refuse to add or remove a channel that someone else has already added or removed.
    added: after.channelIds.filter((id) => !before.channelIds.includes(id) && !current.includes(id)),
    removed: before.channelIds.filter((id) => !after.channelIds.includes(id) && current.includes(id)),
  };
}
