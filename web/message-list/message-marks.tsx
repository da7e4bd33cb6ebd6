// The edited, moved and starred marks, which few messages have.

import { Icon } from '../components/icon.tsx';
import { t } from '../i18n/texts.ts';
import type { Message } from '../store/message.ts';

/** The marks of a message; null if it has none. A function rather than a component, since a feed has many rows. */
export function marksOf(message: Message) {
  const isStarred = message.flags.includes('starred');
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = message;
  if (!isStarred && edited === undefined && moved === undefined) return null;
  return (
    <>
      {edited !== undefined && <small>{t('feed.edited')}</small>}
      {edited === undefined && moved !== undefined && <small>{t('feed.moved')}</small>}
      {isStarred && (
        <span class="starred">
          <Icon name="star" />
          <span class="only-spoken">{t('shell.starred')}</span>
        </span>
      )}
    </>
  );
}
