// A named group of channels that new people can choose when they join.

import { anyText, type Decoded, id, list, record } from '../../api-contract/codec.ts';
import type { DeepReadonly } from '../../api-contract/deep-readonly.ts';
import type { Row } from '../../storage/schema.ts';
import { parseIds } from '../id-column.ts';

export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

export function defaultChannelGroupOf(row: Row<'default_channel_group'>): DefaultChannelGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    channelIds: parseIds(row.channel_ids),
  };
}

export const defaultChannelGroupSchema = record({
  id,
  name: anyText,
  description: anyText,
  streams: list(id),
});

export type WireDefaultChannelGroup = DeepReadonly<Decoded<typeof defaultChannelGroupSchema>>;

export function wireDefaultChannelGroup({
  id,
  name,
  description,
  channelIds,
}: DefaultChannelGroup): WireDefaultChannelGroup {
  return { id, name, description, streams: channelIds };
}
