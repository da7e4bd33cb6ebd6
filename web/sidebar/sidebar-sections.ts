// The sections of the sidebar as the viewer arranged them: pinned rows, direct conversations, custom sections, channels
// by folder, and the channels without a subscription.

import type { State, Subscription } from '../../client/state/state.ts';
import { t } from '../i18n/texts.ts';
import { allChannels, type KnownChannel } from '../store/directory.ts';
import { memoize } from '../store/memoized.ts';
import { otherIds } from '../store/narrow-targets.ts';
import {
  channelRow,
  directRows,
  type RowSource,
  type RowTarget,
  rowKey,
  type SidebarRow,
  topicRow,
} from './sidebar-rows.ts';

type Arranged = NonNullable<State['sidebar']>['sections'][number];

export interface SidebarSection {
  /** `pinned`, `direct`, `channels`, `more`, `folder-ID` or `own-ID`. */
  readonly key: string;
  readonly title: string;
  readonly isCollapsed: boolean;
  readonly rows: readonly SidebarRow[];
}

/** The conversation or channel of a placed row. */
export function targetOf(row: Arranged['rows'][number], ownId: number): RowTarget {
  if ('user_ids' in row) {
    const ids = otherIds(row.user_ids, ownId);
    return { kind: 'direct', ids: ids.length > 0 ? ids : [ownId] };
  }
  const { stream_id: channelId, topic_name: topic } = row;
  return topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic };
}

const compare = new Intl.Collator().compare;

const sortedChannels = memoize((subscriptions: readonly Subscription[]) =>
  subscriptions
    .filter((channel) => !channel.is_archived)
    .sort((a, b) => Number(a.is_muted) - Number(b.is_muted) || compare(a.name, b.name)),
);

const notJoined = memoize((all: readonly KnownChannel[], subscriptions: State['subscriptions']) => {
  const joined = new Set(subscriptions?.map((channel) => channel.stream_id));
  return all
    .filter((channel) => !channel.is_archived && !joined.has(channel.stream_id))
    .sort((a, b) => compare(a.name, b.name));
});

/**
 * The sections in the viewer's order. A section missing from that order follows its predecessor in the default order.
 */
function inOrder(keys: readonly string[], order: readonly string[]): string[] {
  const known = new Set(keys);
  const result = order.filter((key) => known.has(key));
  keys.forEach((key, index) => {
    if (!result.includes(key)) result.splice(result.indexOf(keys[index - 1] ?? '') + 1, 0, key);
  });
  return result;
}

/**
 * The sections that have rows, and those to which rows can be added. Muted channels come last, unless the viewer moved
 * them.
 */
export function sidebarSections(source: RowSource): SidebarSection[] {
  const { state } = source;
  const ownId = state.user_id ?? 0;
  const { sections: arranged = [], order = [] } = state.sidebar ?? {};
  const folders = (state.channel_folders ?? [])
    .filter((folder) => !folder.is_archived)
    .sort((a, b) => a.order - b.order);
  const titles = new Map<string, string>([
    ['pinned', t('frame.pinned')],
    ['direct', t('frame.direct')],
    ...arranged.flatMap(({ section, name }) => (name === undefined ? [] : [[section, name] as const])),
    ...folders.map(({ id, name }) => [`folder-${id}`, name] as const),
    ['channels', t('frame.channels')],
    ['more', t('frame.moreChannels')],
  ]);
  /** The section and index of each placed row. */
  const positions = new Map<string, { readonly section: string; readonly index: number }>();
  const targets: RowTarget[] = [];
  for (const { section, rows } of arranged)
    if (titles.has(section))
      rows.forEach((row, index) => {
        const target = targetOf(row, ownId);
        positions.set(rowKey(target), { section, index });
        targets.push(target);
      });
  const bySection = new Map<string, SidebarRow[]>([...titles.keys()].map((key) => [key, []]));
  const put = (row: SidebarRow, defaultSection: string) =>
    bySection.get(positions.get(row.key)?.section ?? defaultSection)?.push(row);
  for (const target of targets)
    if (target.kind === 'topic' && state.subscriptions?.some((one) => one.stream_id === target.channelId))
      put(topicRow(source, target.channelId, target.topic), '');
  const placedPeople = targets.flatMap((target) => (target.kind === 'direct' ? [target.ids] : []));
  for (const row of directRows(source, placedPeople)) put(row, 'direct');
  for (const channel of sortedChannels(state.subscriptions ?? [])) {
    const row = channelRow(source, channel);
    const position = positions.get(row.key)?.section;
    const folder = `folder-${channel.folder_id}`;
    const defaultSection = titles.has(folder) ? folder : 'channels';
    // The pinned flag of a channel decides, so that clients that know only this flag show the same.
    const section = channel.pin_to_top
      ? 'pinned'
      : position === 'pinned'
        ? defaultSection
        : (position ?? defaultSection);
    bySection.get(section)?.push(row);
  }
  const collapsed = new Map(arranged.map(({ section, is_collapsed }) => [section, is_collapsed]));
  const isCollapsed = (key: string) => collapsed.get(key) ?? key === 'more';
  const notJoinedChannels = notJoined(allChannels(state), state.subscriptions);
  if (!isCollapsed('more'))
    bySection.set(
      'more',
      notJoinedChannels.map((channel) => channelRow(source, channel)),
    );
  const rankIn = (key: string, row: SidebarRow) => {
    const position = positions.get(row.key);
    return position?.section === key ? position.index : Number.MAX_SAFE_INTEGER;
  };
  /** Most sections have no placed rows, and their rows are in order already. */
  const sectionsWithPlaces = new Set([...positions.values()].map(({ section }) => section));
  const ranked = (key: string, rows: SidebarRow[]) =>
    sectionsWithPlaces.has(key) ? rows.sort((a, b) => rankIn(key, a) - rankIn(key, b)) : rows;
  return inOrder([...titles.keys()], order)
    .map((key) => ({
      key,
      title: titles.get(key) ?? '',
      isCollapsed: isCollapsed(key),
      rows: ranked(key, bySection.get(key) ?? []),
    }))
    .filter(({ key, rows }) =>
      key === 'more' ? notJoinedChannels.length > 0 : rows.length > 0 || /^(direct|channels|own)/.test(key),
    );
}
