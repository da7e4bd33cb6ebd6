// The head of a list that people add to: a sentence about its purpose, and the button that adds. While the list is empty,
// it looks like an empty state. The elements stay the same, so that the button keeps the focus when the first
// row is added.

import { EmptyIcon, type EmptyStateProps } from './empty-state.tsx';

export interface ListHeadProps extends EmptyStateProps {
  readonly isEmpty: boolean;
  readonly text: string;
}

export function ListHead({ isEmpty, icon, title, text, children }: ListHeadProps) {
  return (
    <div class={isEmpty ? 'empty-state' : 'list-intro'}>
      {isEmpty && <EmptyIcon icon={icon} />}
      {isEmpty && <p class="empty-title">{title}</p>}
      <p>{text}</p>
      {children}
    </div>
  );
}
