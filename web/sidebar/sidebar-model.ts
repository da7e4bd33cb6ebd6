// The views of the sidebar.

import type { State } from '../../client/state/state.ts';
import type { IconName } from '../components/icon-names.ts';
import { t } from '../i18n/texts.ts';
import { type View, viewAt } from '../lib/address.ts';
import { type NarrowTarget, narrowTargetOf } from '../store/narrow-targets.ts';
import type { UnreadCounts } from '../store/unread-counts.ts';

export interface SidebarItem {
  readonly key: string;
  readonly address: string;
  readonly count: number;
  readonly isUrgent: boolean;
  readonly isHere: boolean;
}

/** The built-in views by fragment; the first five are shown by default. */
const builtInViews = {
  inbox: 'inbox',
  recent: 'recent',
  feed: 'combined',
  'narrow/is/mentioned': 'mentions',
  'narrow/is/starred': 'starred',
  drafts: 'drafts',
  scheduled: 'scheduled',
  reminders: 'reminders',
} as const;
export type ViewName = (typeof builtInViews)[keyof typeof builtInViews];
const shownAtFirst: ReadonlySet<string> = new Set(Object.keys(builtInViews).slice(0, 5));

/** The account's arrangement of views, as in `navigation_views` of the snapshot. */
export type ArrangedViews = NonNullable<State['navigation_views']>;

export interface ViewLine extends SidebarItem {
  /** `own` for a view that the account has named. */
  readonly name: ViewName | 'own';
  readonly title: string;
  /** Whether it is always shown; the others are in the list of more views. */
  readonly isPinned: boolean;
}

export const viewIcons: Readonly<Record<ViewLine['name'], IconName>> = {
  inbox: 'inbox',
  recent: 'recent',
  combined: 'combined',
  mentions: 'mention',
  starred: 'star',
  drafts: 'draft',
  scheduled: 'clock',
  reminders: 'bell',
  own: 'filter',
};

/** The key by which the tools of the sidebar find a view of the account's own among its rows. */
export const rowKeyOfView = (fragment: string) => `view ${fragment}`;

/** The narrow that a view shows. */
export function narrowTargetIn(view: View | undefined, ownId: number): NarrowTarget | undefined {
  if (view?.kind === 'topics') return { kind: 'channel', channelId: view.channelId };
  return view?.kind === 'narrow' ? narrowTargetOf(view.terms, ownId) : undefined;
}

interface ViewCounts {
  readonly counts: UnreadCounts;
  readonly starred: number;
}

/** The built-in views as arranged, then the account's own. */
export function viewLines(
  view: View | undefined,
  { counts, starred }: ViewCounts,
  arranged: ArrangedViews,
): ViewLine[] {
  const current = JSON.stringify(view);
  const counted: Readonly<Record<string, number>> = {
    inbox: counts.total,
    'narrow/is/mentioned': counts.mentions,
    'narrow/is/starred': starred,
  };
  const line = (fragment: string, name: ViewLine['name'], title: string, isPinned: boolean): ViewLine => ({
    key: fragment,
    name,
    title,
    isPinned,
    address: `#${fragment}`,
    count: counted[fragment] ?? 0,
    isUrgent: name === 'mentions' || (name === 'inbox' && counts.direct + counts.mentions > 0),
    isHere: JSON.stringify(viewAt(fragment)) === current,
  });
  const chosen = new Map(arranged.map((view) => [view.fragment, view]));
  const builtIn = Object.entries(builtInViews).map(([fragment, name]) =>
    line(fragment, name, t(`frame.${name}`), chosen.get(fragment)?.is_pinned ?? shownAtFirst.has(fragment)),
  );
  const own = arranged.filter(({ fragment }) => !Object.hasOwn(builtInViews, fragment));
  return [
    ...builtIn,
    ...own.map(({ fragment, name, is_pinned }) => line(fragment, 'own', name ?? `#${fragment}`, is_pinned)),
  ];
}
