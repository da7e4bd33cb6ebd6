// How many are unread, in a badge after a name.

import { t } from '../words/words.ts';

export interface CountProps {
  readonly count: number;
  /** Of mentions and direct messages. */
  readonly isUrgent?: boolean;
}

export function Count({ count, isUrgent = false }: CountProps) {
  if (count === 0) return null;
  return (
    <span class={`count ${isUrgent ? 'urgent' : ''}`}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="only-spoken">{t('parts.unread', { count })}</span>
    </span>
  );
}
