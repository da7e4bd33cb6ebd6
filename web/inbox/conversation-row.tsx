// A row of a list of conversations: a link that covers the row, and a button that marks the conversation as read.

import type { ComponentChildren } from 'preact';
import { IconButton } from '../components/button.tsx';
import { describedByCount } from '../components/count.tsx';
import { gridCell, gridRow } from '../components/grid-roles.ts';
import { Icon } from '../components/icon.tsx';
import { markRead } from '../data/mark-read.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { channelIcon } from '../store/channel-icon.ts';
import { channelIn } from '../store/directory.ts';
import { peopleNames, topicName } from '../store/names.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';

/** The name of a conversation: its topic, or the other participants. */
export function useConversationName(conversation: Conversation): string {
  return useOrganizationState((state) =>
    conversation.kind === 'direct' ? peopleNames(state, conversation.ids) : topicName(conversation.topic),
  );
}

/** The link of a row, which covers it. */
export function ConversationLink({ conversation }: { readonly conversation: Conversation }) {
  const address = useOrganizationState((state) => addressOf(conversation, state));
  const name = useConversationName(conversation);
  const isGeneral = conversation.kind === 'topic' && conversation.topic === '';
  return (
    <a class={isGeneral ? 'row-link general' : 'row-link'} href={address} tabIndex={-1} dir="auto">
      {name}
    </a>
  );
}

/** The icon of a channel, in the color of the subscription. */
export function ChannelMark({ id }: { readonly id: number }) {
  const channel = useOrganizationState((state) => channelIn(state, id));
  const icon = channelIcon(channel);
  return (
    <span class="mark" style={{ '--channel': channel?.color ?? 'var(--faint)' }}>
      <Icon name={icon} />
    </span>
  );
}

export interface ConversationRowProps {
  readonly conversation: Conversation;
  readonly count: number;
  /** The accessible name, which includes the count. Otherwise its cells are, and the count is the description. */
  readonly name?: string;
  readonly class: string;
  /** Cells. */
  readonly children: ComponentChildren;
}

export function ConversationRow({ conversation, count, name, class: kind, children }: ConversationRowProps) {
  const organization = useOrganization();
  const title = useConversationName(conversation);
  return (
    <div
      {...gridRow}
      class={`conversation ${kind} ${count > 0 ? 'unread' : ''}`}
      tabIndex={-1}
      {...(name === undefined ? describedByCount(count) : { 'aria-label': name })}
    >
      {children}
      <span {...gridCell} class="row-actions">
        {count > 0 && (
          <IconButton
            needsServer
            class="mark-read"
            tabIndex={-1}
            name={`${t('feed.markAllRead')}: ${title}`}
            icon="mark-read"
            onClick={() => markRead(organization, conversation)}
          />
        )}
      </span>
    </div>
  );
}
