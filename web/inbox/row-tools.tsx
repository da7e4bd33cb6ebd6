// The buttons of a row of a list of conversations, shown while it is pointed at or chosen.

import { IconButton } from '../components/button.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { laterConversations } from '../store/later-conversations.ts';
import { muteOf } from '../store/mutes.ts';
import { useRowList } from './conversation-grid.tsx';
import type { RowAction } from './row-actions.ts';
import type { RowContent } from './row-choice.ts';

export interface RowToolsProps {
  /** The name of the conversation. */
  readonly title: string;
  readonly content: RowContent;
  readonly row: () => HTMLElement | null;
}

export function RowTools({ title, content, row }: RowToolsProps) {
  const { ownId } = useOrganization();
  const list = useRowList();
  const { conversation, count } = content;
  const isMuted = useOrganizationState((state) => muteOf(state, conversation) !== undefined);
  const isLater = useOrganizationState(
    (state) => laterConversations(state, ownId).get(conversation) !== undefined,
  );
  const doneLabel = count > 0 ? t('messageList.markAllRead') : t('channels.laterDone');
  const act = (action: RowAction) => void list.act(action, row());
  return (
    <span class="row-tools">
      {(count > 0 || isLater) && (
        <IconButton
          needsServer
          tabIndex={-1}
          name={`${doneLabel}: ${title}`}
          icon={count > 0 ? 'mark-read' : 'check'}
          keyHint="E"
          onClick={() => act('done')}
        />
      )}
      <IconButton
        needsServer
        tabIndex={-1}
        name={`${t('channels.later')}: ${title}`}
        icon="clock"
        keyHint="H"
        onClick={() => act('later')}
      />
      {conversation.kind === 'topic' && (
        <IconButton
          needsServer
          tabIndex={-1}
          name={`${isMuted ? t('channels.unmuteTopic') : t('channels.muteTopic')}: ${title}`}
          icon={isMuted ? 'bell' : 'mute'}
          keyHint="M"
          onClick={() => act('mute')}
        />
      )}
      <IconButton
        aria-haspopup="menu"
        tabIndex={-1}
        name={`${t('lists.rowMenu')}: ${title}`}
        icon="more"
        onClick={({ currentTarget }) => void list.act('menu', row(), currentTarget)}
      />
    </span>
  );
}
