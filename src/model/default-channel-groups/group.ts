// A group of channels that people who join can choose by its name.

import type { Selectable } from 'kysely';
import type { DefaultChannelGroupTable } from '../../storage/schema.ts';

export interface DefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly channelIds: readonly number[];
}

export function groupOfRow(row: Selectable<DefaultChannelGroupTable>): DefaultChannelGroup {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    channelIds: JSON.parse(row.channel_ids) as number[],
  };
}

export interface WireDefaultChannelGroup {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly streams: readonly number[];
}

/** The group as clients read it. */
export function wireGroup({
  id,
  name,
  description,
  channelIds,
}: DefaultChannelGroup): WireDefaultChannelGroup {
  return { id, name, description, streams: channelIds };
}
