// A row of a list of conversations: a link that covers the row, and buttons while it is pointed at or chosen.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { countText, describedBy } from '../components/count.tsx';
import { gridCell, gridRow } from '../components/grid-roles.ts';
import { Icon } from '../components/icon.tsx';
import { lazyPart } from '../components/lazy.tsx';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { channelIcon, channelPrivacy } from '../store/channel-icon.ts';
import { conversationKey } from '../store/conversation-key.ts';
import { channelIn } from '../store/directory.ts';
import { peopleNames, topicName } from '../store/names.ts';
import { addressOf, type Conversation } from '../store/narrow-targets.ts';
import { type RowContent, rowContents } from './row-choice.ts';

const RowTools = lazyPart(async () => (await import('./row-tools.tsx')).RowTools);

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
  /** The newest message that the list knows. */
  readonly newestId: number;
  /**
   * The accessible name, which includes the count. Without it, the cells are the name and the count is the description.
   */
  readonly name?: string;
  /** Whether its channel, and who can read it, differ from those of other rows. */
  readonly isOfAnyChannel?: boolean;
  readonly class: string;
  /** Cells. */
  readonly children: ComponentChildren;
}

export function ConversationRow(props: ConversationRowProps) {
  const { conversation, count, newestId, name, isOfAnyChannel = true, class: kind, children } = props;
  const title = useConversationName(conversation);
  const privacy = useOrganizationState((state) =>
    isOfAnyChannel && conversation.kind === 'topic'
      ? channelPrivacy(channelIn(state, conversation.channelId))
      : '',
  );
  const row = useRef<HTMLDivElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const content: RowContent = { key: conversationKey(conversation), conversation, count, newestId };
  useLayoutEffect(() => {
    if (row.current) rowContents.set(row.current, content);
  });
  return (
    <div
      {...gridRow}
      ref={row}
      class={`conversation ${kind} ${count > 0 ? 'unread' : ''}`}
      tabIndex={-1}
      {...(name !== undefined && { 'aria-label': name })}
      {...describedBy(privacy, name === undefined ? countText(count) : '')}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocusIn={() => setFocus(true)}
      onFocusOut={({ relatedTarget }) =>
        setFocus(row.current?.contains(relatedTarget as Node | null) === true)
      }
    >
      {children}
      <span {...gridCell} class="row-actions">
        {(isPointedAt || hasFocus) && <RowTools title={title} content={content} row={() => row.current} />}
      </span>
    </div>
  );
}
