// The channels of the organization for a long list: active or archived ones, filtered and ordered by name.

import { foldedName } from '../../lib/ranking.ts';
import type { KnownChannel } from '../../store/directory.ts';

export interface ChannelFilter {
  readonly isArchived: boolean;
  readonly query: string;
}

/** The matching channels: every word is in the name or the description. */
export function allChannels(
  lists: readonly (readonly KnownChannel[] | undefined)[],
  { isArchived, query }: ChannelFilter,
): readonly KnownChannel[] {
  const { compare } = new Intl.Collator();
  const words = foldedName(query).split(/\s+/).filter(Boolean);
  const fits = ({ name, description }: KnownChannel) => {
    const text = `${foldedName(name)}\n${foldedName(description ?? '')}`;
    return words.every((word) => text.includes(word));
  };
  return lists
    .flatMap((list) => list ?? [])
    .filter((channel) => channel.is_archived === isArchived && fits(channel))
    .sort((a, b) => compare(a.name, b.name));
}
