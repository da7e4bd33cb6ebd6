// The channels of the organization for a long list: active or archived ones, filtered and ordered by name.

import { normalizeName } from '../../lib/ranking.ts';
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
  const words = normalizeName(query).split(/\s+/).filter(Boolean);
  const fits = ({ name, description }: KnownChannel) => {
    const text = `${normalizeName(name)}\n${normalizeName(description ?? '')}`;
    return words.every((word) => text.includes(word));
  };
  return lists
    .flatMap((list) => list ?? [])
    .filter((channel) => channel.is_archived === isArchived && fits(channel))
    .sort((a, b) => compare(a.name, b.name));
}
