// One line of the sidebar: a link with its unread count.

import type { ComponentChildren } from 'preact';
import { Count, type CountKind, countText, describedBy } from '../components/count.tsx';
import { t } from '../i18n/texts.ts';
import type { SidebarItem } from './sidebar-model.ts';

export interface SidebarLineProps {
  readonly line: SidebarItem;
  /** The kind of the count; unread messages by default. */
  readonly counted?: CountKind;
  /** Whether it is a channel or topic, where an urgent count means a mention. */
  readonly isInChannel?: boolean;
  /** Muted lines have no count. */
  readonly isMuted?: boolean;
  /** Described before the count, because only an icon shows it. */
  readonly about?: string;
  /** Shown when the line is pointed at, if the name in it is a shorter one. */
  readonly fullName?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function SidebarLine(props: SidebarLineProps) {
  const {
    line,
    counted,
    isInChannel = false,
    isMuted = false,
    about = '',
    fullName,
    class: more = '',
    children,
  } = props;
  const count = isMuted ? 0 : line.count;
  return (
    <a
      class={`side-line ${count > 0 ? 'unread' : ''} ${isMuted ? 'muted' : ''} ${more}`}
      href={line.address}
      {...describedBy(about, isMuted ? t('channels.muted') : countText(count, counted))}
      {...(fullName && { 'data-tip': fullName })}
      {...(line.isHere && { 'aria-current': 'page' as const })}
    >
      {children}
      <Count count={count} isUrgent={line.isUrgent} hasMention={isInChannel && line.isUrgent} />
    </a>
  );
}
