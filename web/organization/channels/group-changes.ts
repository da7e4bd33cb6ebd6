// What has to be asked for so that a group of channels becomes what was written: only what differs from what was there when
// it was begun, so that nothing is undone that somebody else changed meanwhile.

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

/** @param present the channels that the group has by now */
export function groupChanges(
  before: WrittenGroup,
  after: WrittenGroup,
  present: readonly number[] = before.channelIds,
): GroupChanges {
  const name = after.name.trim();
  const description = after.description.trim();
  const texts = {
    ...(name !== before.name && { new_group_name: name }),
    ...(description !== before.description && { new_description: description }),
  };
  return {
    texts: Object.keys(texts).length > 0 ? texts : undefined,
    // What somebody else has done already is refused a second time.
    added: after.channelIds.filter((id) => !before.channelIds.includes(id) && !present.includes(id)),
    removed: before.channelIds.filter((id) => !after.channelIds.includes(id) && present.includes(id)),
  };
}
