// `default_stream_groups` events, which always contain the whole list.

import { list } from '../../api-contract/codec.ts';
import type { NewEvent } from '../../api-contract/event.ts';
import { eventType, newEvent } from '../../api-contract/event-declaration.ts';
import {
  type DefaultChannelGroup,
  defaultChannelGroupSchema,
  wireDefaultChannelGroup,
} from './default-channel-group.ts';

export const defaultStreamGroupsEvent = eventType(
  'default_stream_groups',
  'The default channel groups changed. Contains the whole list.',
  { default_stream_groups: list(defaultChannelGroupSchema) },
);

/** @param groups all groups after a change */
export function defaultGroupsChanged(groups: readonly DefaultChannelGroup[]): NewEvent {
  return newEvent(
    defaultStreamGroupsEvent,
    { default_stream_groups: groups.map(wireDefaultChannelGroup) },
    { audience: { kind: 'everyone' } },
  );
}
