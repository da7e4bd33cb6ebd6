// What stands where there is nothing: a picture, a sentence, and what one may do.

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
