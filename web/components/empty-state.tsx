// Shown where a list or view is empty: an icon, a sentence, and optional actions.

import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-names.ts';

export interface EmptyStateProps {
  readonly icon: IconName;
  readonly text: string;
  readonly children?: ComponentChildren;
}

export function EmptyState({ icon, text, children }: EmptyStateProps) {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <p>{text}</p>
      {children}
    </div>
  );
}
