// A badge with a number. Screen readers read what it counts as the description of the element around it, so that the
// element's name stays the same.

import { t } from '../i18n/texts.ts';

/** The counted messages. */
export type CountKind = 'unread' | 'mentions' | 'messages';

const labels = { unread: 'common.unread', mentions: 'common.mentions', messages: 'common.messages' } as const;

export interface CountProps {
  readonly count: number;
  /** Whether it counts mentions or direct messages. */
  readonly isUrgent?: boolean;
  /** Whether a mention in a channel is among the messages. */
  readonly hasMention?: boolean;
}

/** The attribute of a link or row with a description of several parts, of which some may be empty. */
export function describedBy(...parts: readonly string[]) {
  const present = parts.filter((part) => part !== '');
  return present.length === 0 ? {} : { 'aria-description': present.join(', ') };
}

export function countText(count: number, kind: CountKind = 'unread'): string {
  return count === 0 ? '' : t(labels[kind], { count });
}

/** The attributes of the link or row that shows a count. */
export function describedByCount(count: number, kind: CountKind = 'unread') {
  return describedBy(countText(count, kind));
}

export function Count({ count, isUrgent = false, hasMention = false }: CountProps) {
  if (count === 0) return null;
  return (
    <span class={`count ${isUrgent ? 'urgent' : ''}`} aria-hidden="true">
      {hasMention && '@ '}
      {count > 999 ? '999+' : count}
    </span>
  );
}
