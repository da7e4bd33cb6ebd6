// A named group of channels that new people can choose when they join.

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

export interface WireDefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly number[];
}

export function wireDefaultChannelGroup({
  id,
  name,
  description,
  channelIds,
}: DefaultChannelGroup): WireDefaultChannelGroup {
  return { id, name, description, streams: channelIds };
}
