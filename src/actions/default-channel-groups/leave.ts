// A channel that can no longer be chosen leaves its groups.

import type { Writer } from '../../storage/session.ts';
import {
  putDefaultGroup,
  readDefaultGroups,
} from '../../stores/default-channel-groups/default-channel-group-store.ts';
import { announceDefaultGroups } from './default-channel-group-events.ts';

/** Takes an archived or private channel out of all groups, and tells everybody where there were any. */
export async function leaveDefaultGroups(writer: Writer, channelId: number): Promise<void> {
  const holding = (await readDefaultGroups(writer)).filter(({ channelIds }) =>
    channelIds.includes(channelId),
  );
  if (holding.length === 0) return;
  for (const group of holding) {
    await putDefaultGroup(writer, {
      ...group,
      channelIds: group.channelIds.filter((id) => id !== channelId),
    });
  }
  await announceDefaultGroups(writer);
}
