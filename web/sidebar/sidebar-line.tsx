// One line of the sidebar: a link with its unread count.

import type { ComponentChildren } from 'preact';
import { Count, type CountKind } from '../components/count.tsx';
import type { SidebarItem } from './sidebar-model.ts';

export interface SidebarLineProps {
  readonly line: SidebarItem;
  /** What the count counts; unread messages by default. */
  readonly counted?: CountKind;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function SidebarLine({ line, counted = 'unread', class: more = '', children }: SidebarLineProps) {
  const state = line.count > 0 ? 'unread' : '';
  return (
    <a
      class={`side-line ${state} ${more}`}
      href={line.address}
      {...(line.isHere && { 'aria-current': 'page' as const })}
    >
      {children}
      <Count count={line.count} isUrgent={line.isUrgent} of={counted} />
    </a>
  );
}
