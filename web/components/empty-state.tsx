// Shown where a list or view is empty: an icon in a circle, a title, a sentence that says how to fill it, and a button for
// the next step.

import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string | undefined;
  /** The button. */
  readonly children?: ComponentChildren;
}

export function EmptyIcon({ icon }: Pick<EmptyStateProps, 'icon'>) {
  return (
    <span class="empty-icon">
      <Icon name={icon} />
    </span>
  );
}

export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <EmptyIcon icon={icon} />
      <p class="empty-title">{title}</p>
      {text !== undefined && <p>{text}</p>}
      {children}
    </div>
  );
}
