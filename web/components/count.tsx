// A badge with a number; screen readers also announce what is counted.

import { t } from '../i18n/texts.ts';

/** What is counted. */
export type CountKind = 'unread' | 'mentions' | 'messages';

const labels = { unread: 'parts.unread', mentions: 'parts.mentions', messages: 'parts.messages' } as const;

export interface CountProps {
  readonly count: number;
  /** For mentions and direct messages. */
  readonly isUrgent?: boolean;
  readonly of?: CountKind;
}

export function Count({ count, isUrgent = false, of = 'unread' }: CountProps) {
  if (count === 0) return null;
  return (
    <span class={`count ${isUrgent ? 'urgent' : ''}`}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="only-spoken">, {t(labels[of], { count })}</span>
    </span>
  );
}
