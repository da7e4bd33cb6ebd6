// The event about groups of channels for people who join; it always holds the whole list.

import { defaultGroupsChanged } from '../../model/default-channel-groups/default-channel-group-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/default-channel-group-store.ts';

export async function emitDefaultGroups(writer: Writer): Promise<void> {
  writer.emit(defaultGroupsChanged(await readDefaultGroups(writer)));
}
