// The event about groups of channels for people who join; it always holds the whole list.

import type { NewEvent } from '../../api-contract/event.ts';
import { wireDefaultChannelGroup } from '../../model/default-channel-groups/default-channel-group.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readDefaultGroups } from '../../stores/default-channel-groups/default-channel-group-store.ts';

export async function emitDefaultGroups(writer: Writer): Promise<void> {
  const event: NewEvent = {
    type: 'default_stream_groups',
    audience: { kind: 'everyone' },
    payload: { default_stream_groups: (await readDefaultGroups(writer)).map(wireDefaultChannelGroup) },
  };
  writer.emit(event);
}
