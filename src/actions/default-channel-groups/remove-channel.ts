// Removes from the default channel groups a channel that new people can no longer choose.

import type { Writer } from '../../storage/reader-writer.ts';
import {
  putDefaultGroup,
  readDefaultGroups,
} from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { emitDefaultGroups } from './default-channel-group-events.ts';

/** Removes an archived or private channel from all groups, and emits the list if it changed. */
export async function removeFromDefaultGroups(writer: Writer, channelId: number): Promise<void> {
  const containing = (await readDefaultGroups(writer)).filter(({ channelIds }) =>
    channelIds.includes(channelId),
  );
  if (containing.length === 0) return;
  for (const group of containing) {
    await putDefaultGroup(writer, {
      ...group,
      channelIds: group.channelIds.filter((id) => id !== channelId),
    });
  }
  await emitDefaultGroups(writer);
}
