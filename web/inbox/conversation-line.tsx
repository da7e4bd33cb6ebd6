// A link to a conversation, with its unread count and a button that marks it as read.

import type { ComponentChildren } from 'preact';
import { IconButton } from '../components/button.tsx';
import { Count } from '../components/count.tsx';
import { Icon } from '../components/icon.tsx';
import { markRead } from '../data/mark-read.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { peopleNames, topicName } from '../store/names.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';

export interface ConversationLineProps {
  readonly conversation: Conversation;
  readonly count: number;
  readonly isUrgent: boolean;
  /** Shown before and after the name. */
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
}

export function ConversationLine({ conversation, count, isUrgent, before, after }: ConversationLineProps) {
  const organization = useOrganization();
  const { state } = organization;
  const isDirect = conversation.kind === 'direct';
  const name = isDirect ? peopleNames(state, conversation.ids) : topicName(conversation.topic);
  const isGeneral = !isDirect && conversation.topic === '';
  return (
    <li>
      <a class={`conversation ${count > 0 ? 'unread' : ''}`} href={addressOf(conversation, state)}>
        {isDirect && <Icon name={conversation.ids.length > 1 ? 'people' : 'person'} />}
        {before}
        <span class={isGeneral ? 'name general' : 'name'}>{name}</span>
        {after}
        <Count count={count} isUrgent={isUrgent} />
      </a>
      {count > 0 && (
        <IconButton
          needsServer
          class="mark-read"
          name={`${t('feed.markAllRead')}: ${name}`}
          icon="mark-read"
          onClick={() => markRead(organization, conversation)}
        />
      )}
    </li>
  );
}
