// The toolbar of a message: react, quote, star, edit, and a menu with the rest. It is in the tab order of the
// selected message, and shown on hover.

import { IconButton } from '../../components/button.tsx';
import { loadSecondary } from '../../components/lazy-chunks.ts';
import { MenuButton } from '../../components/menu.tsx';
import { useActions } from '../../data/actions.ts';
import { chooseEmoji } from '../../data/choose-emoji.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import type { Message } from '../../store/message.ts';
import { mayEdit } from '../../store/permissions.ts';
import { toggleReaction, toggleStar } from './message-actions.ts';
import { groupFor, reactionGroups } from './reactions.ts';

export interface MessageToolsProps {
  readonly message: Message;
  /** Replaces the text by a field to edit it. */
  readonly onEdit: () => void;
}

export function MessageTools({ message, onEdit }: MessageToolsProps) {
  const organization = useOrganization();
  const actions = useActions();
  const now = Date.now() / 1000;
  const isStarred = message.flags.includes('starred');
  return (
    <fieldset aria-label={t('messages.tools')}>
      <IconButton
        needsServer
        name={t('messages.react')}
        icon="react"
        keyHint=":"
        onClick={(event) => {
          void chooseEmoji(organization, event.currentTarget, (emoji) => {
            const group = groupFor(reactionGroups(message, organization.ownId), emoji);
            void toggleReaction(organization, message, group);
          });
        }}
      />
      <IconButton
        name={t('messages.quote')}
        icon="quote"
        keyHint=">"
        onClick={() => actions.quote(message)}
      />
      <IconButton
        needsServer
        name={isStarred ? t('messages.unstar') : t('messages.star')}
        icon="star"
        keyHint="Ctrl+S"
        aria-pressed={isStarred}
        onClick={() => toggleStar(organization, message)}
      />
      {mayEdit(organization.state, message, organization.ownId, now) && (
        <IconButton needsServer name={t('messages.edit')} icon="edit" keyHint="E" onClick={onEdit} />
      )}
      <MenuButton
        name={t('messages.more')}
        icon="more"
        align="end"
        items={async () =>
          (await loadSecondary(() => import('./message-menu.ts'))).messageMenu({
            organization,
            message,
            actions,
          })
        }
      />
    </fieldset>
  );
}
