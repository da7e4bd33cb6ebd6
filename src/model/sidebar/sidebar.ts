// How a person arranged their sidebar. Sections and rows that they did not touch are not stored: clients place them by
// default.

import {
  anyOf,
  anyText,
  boolean,
  type Codec,
  type Decoded,
  described,
  id,
  list,
  matchingText,
  optional,
  record,
  text,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { Row } from '../../storage/schema.ts';
import { parseIds } from '../id-column.ts';
import { normalizeTopic } from '../messages/topic.ts';
import { textKey } from '../text-key.ts';

export type SectionRow = Row<'sidebar_section'>;
export type PlacedRow = Row<'sidebar_row'>;

/** Identifies a section: its kind, with the id of the channel folder or of the section that the person made; null for others. */
export type SectionKey = Pick<SectionRow, 'kind'> & { readonly id: number | null };

const SECTION_PATTERN = /^(?:pinned|direct|channels|more|(?:folder|own)-[1-9]\d{0,14})$/;

/** A section by its text: `pinned`, `direct`, `channels`, `more`, `folder-3` or `own-5`. */
export const sectionText: Codec<string> = matchingText(SECTION_PATTERN, 'a section of the sidebar');

/** @param sent a text that `sectionText` accepts */
export function parseSection(sent: string): SectionKey {
  const [kind, id] = sent.split('-') as [SectionRow['kind'], string | undefined];
  return { kind, id: id === undefined ? null : Number(id) };
}

/** The text of a stored section. */
export function textOfSection({
  kind,
  id,
  folder_id,
}: Pick<SectionRow, 'id' | 'kind' | 'folder_id'>): string {
  if (kind === 'own') return `own-${id}`;
  return kind === 'folder' ? `folder-${folder_id}` : kind;
}

const channelRow = record({
  stream_id: described(id, 'The ID of the channel.'),
  topic_name: optional(
    described(
      text({ maximum: limits.topicCodePoints }),
      'The name of the topic. Absent for the channel as a whole.',
    ),
  ),
});
const directRow = record({
  user_ids: described(
    list(id, limits.participantsInDirectMessage),
    'The IDs of everyone else in a direct conversation. Empty for the one with yourself.',
  ),
});

/** A channel, a topic or a direct conversation. */
export const sidebarRow = anyOf('is not a row of the sidebar', channelRow, directRow);
export type SidebarRow = Decoded<typeof sidebarRow>;

const section = record({
  section: described(
    sectionText,
    'What identifies the section: `pinned`, `direct`, `channels`, `more` (channels you are not in), `folder-ID` for a channel folder, `own-ID` for one that you made.',
  ),
  name: optional(described(anyText, 'The name of a section that you made.')),
  is_collapsed: described(boolean, 'Whether only the heading of the section is shown.'),
  rows: described(
    list(sidebarRow, limits.sidebarRows),
    'The rows that you placed in the section, in order. They precede all others, and are in no other section.',
  ),
});

export const sidebarSchema = record({
  sections: described(list(section), 'The sections that you made, collapsed or placed rows in.'),
  order: described(
    list(sectionText),
    'The sections in your order. Those that are missing follow by default.',
  ),
});
export type WireSidebar = Decoded<typeof sidebarSchema>;

/** The sidebar of people who have not arranged anything, and of anonymous viewers. */
export const unarranged: WireSidebar = { sections: [], order: [] };

/** A row as it is stored: with the topic's normal form, and everyone else once, in order. */
export function normalizedRow(row: SidebarRow, ownId: number): SidebarRow {
  if ('user_ids' in row) {
    const others = [...new Set(row.user_ids)].filter((one) => one !== ownId);
    return { user_ids: others.sort((a, b) => a - b) };
  }
  const { stream_id, topic_name: topic } = row;
  return { stream_id, ...(topic !== undefined && { topic_name: normalizeTopic(topic) }) };
}

/** Identifies a row: the key is the same for all spellings of a topic, and for any order of people. */
export function rowKey(row: SidebarRow): string {
  if ('user_ids' in row) return `direct ${[...new Set(row.user_ids)].sort((a, b) => a - b).join()}`;
  const { stream_id: channelId, topic_name: topic } = row;
  return topic === undefined ? `channel ${channelId}` : `topic ${channelId} ${textKey(topic)}`;
}

/** A stored row as clients read it. */
export function wireRow(row: Pick<PlacedRow, 'channel_id' | 'topic_name' | 'user_ids'>): SidebarRow {
  if (row.channel_id === null) return { user_ids: parseIds(row.user_ids ?? '[]').sort((a, b) => a - b) };
  return { stream_id: row.channel_id, ...(row.topic_name !== null && { topic_name: row.topic_name }) };
}

/** @param rows of the account, in order */
export function wireSidebar(sections: readonly SectionRow[], rows: readonly PlacedRow[]): WireSidebar {
  const bySection = Map.groupBy(rows, (row) => row.section_id);
  const ordered = sections
    .filter(({ position }) => position !== null)
    .sort((a, b) => Number(a.position) - Number(b.position));
  return {
    sections: sections.map((section) => ({
      section: textOfSection(section),
      ...(section.name !== null && { name: section.name }),
      is_collapsed: section.is_collapsed === 1,
      rows: (bySection.get(section.id) ?? []).map(wireRow),
    })),
    order: ordered.map(textOfSection),
  };
}
