// What has to be asked for so that a group of channels becomes what was written: only what differs.

export interface WrittenGroup {
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

export interface GroupChanges {
  /** Undefined where neither differs. */
  readonly texts: { readonly new_group_name?: string; readonly new_description?: string } | undefined;
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export function groupChanges(before: WrittenGroup, after: WrittenGroup): GroupChanges {
  const name = after.name.trim();
  const description = after.description.trim();
  const texts = {
    ...(name !== before.name && { new_group_name: name }),
    ...(description !== before.description && { new_description: description }),
  };
  return {
    texts: Object.keys(texts).length > 0 ? texts : undefined,
    added: after.channelIds.filter((id) => !before.channelIds.includes(id)),
    removed: before.channelIds.filter((id) => !after.channelIds.includes(id)),
  };
}
