// The edited, moved and starred marks, which few messages have.

import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { t } from '../i18n/texts.ts';
import type { Message } from '../store/message.ts';

interface MarkProps {
  readonly class: string;
  readonly icon: IconName;
  readonly name: string;
}

function Mark({ class: kind, icon, name }: MarkProps) {
  return (
    <span class={`message-mark ${kind}`} title={name}>
      <Icon name={icon} />
      <span class="only-spoken">{name}</span>
    </span>
  );
}

/**
 * The marks of a message; null if it has none. Beside a name, the change is a word; in the gutter of a grouped
 * message there is only space for icons. A function rather than a component, since a feed has many rows.
 */
export function marksOf(message: Message, isGrouped: boolean) {
  const isStarred = message.flags.includes('starred');
  const isEdited = message.last_edit_timestamp !== undefined;
  const isChanged = isEdited || message.last_moved_timestamp !== undefined;
  if (!isStarred && !isChanged) return null;
  const change = isEdited ? t('messageList.edited') : t('messageList.moved');
  return (
    <>
      {isChanged &&
        (isGrouped ? (
          <Mark class="changed" icon={isEdited ? 'edit' : 'move'} name={change} />
        ) : (
          <small>{change}</small>
        ))}
      {isStarred && <Mark class="starred" icon="star" name={t('messages.starred')} />}
    </>
  );
}
