// A row of recent conversations: conversation, last message, people, time and count, each in its column.

import { Count } from '../components/count.tsx';
import { gridCell } from '../components/grid-roles.ts';
import { plainText } from '../components/plain-text.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { joinNames, shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { DirectPicture, PersonPicture } from '../pictures/person-picture.tsx';
import { channelName, personName } from '../store/names.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import { ChannelMark, ConversationLink, ConversationRow } from './conversation-row.tsx';
import type { RecentLine } from './recent-model.ts';

const MAX_PEOPLE = 3;

/** What is below the name: the channel of a topic, or the kind of a direct conversation. */
function subtitleOf(conversation: Conversation, channel: string): string {
  if (conversation.kind === 'topic') return channel;
  return conversation.ids.length > 1
    ? t('recent.group', { count: conversation.ids.length + 1 })
    : t('frame.directShort');
}

function People({ ids }: { readonly ids: readonly number[] }) {
  const names = useOrganizationState((state) => joinNames(ids.map((id) => personName(state, id))));
  return (
    <span class="stack" role="img" aria-label={names}>
      {ids.map((id) => (
        <PersonPicture key={id} id={id} />
      ))}
    </span>
  );
}

export function RecentRow({ line, now }: { readonly line: RecentLine; readonly now: number }) {
  const { ownId } = useOrganization();
  const viewer = useViewer();
  const { conversation, newest, senderIds, count, isUrgent } = line;
  const sender = useOrganizationState((state) => personName(state, newest.sender_id));
  const channel = useOrganizationState((state) =>
    conversation.kind === 'topic' ? channelName(state, conversation.channelId) : '',
  );
  return (
    <ConversationRow conversation={conversation} count={count} newestId={newest.id} class="recent-row">
      <span {...gridCell} class="row-name">
        <span class="row-picture">
          {conversation.kind === 'topic' ? (
            <ChannelMark id={conversation.channelId} />
          ) : (
            <DirectPicture ids={conversation.ids} />
          )}
        </span>
        <span>
          <ConversationLink conversation={conversation} />
          <small dir="auto">{subtitleOf(conversation, channel)}</small>
        </span>
      </span>
      <span {...gridCell} class="words" dir="auto">
        <span class="faint">
          <bdi>{newest.sender_id === ownId ? t('recent.you') : sender}</bdi>:{' '}
        </span>
        {plainText(newest.content, viewer)}
      </span>
      <span {...gridCell} class="row-people">
        <People ids={senderIds.slice(0, MAX_PEOPLE)} />
      </span>
      <time {...gridCell} dateTime={new Date(newest.timestamp * 1000).toISOString()}>
        {shortTime(newest.timestamp, now, viewer)}
      </time>
      <span {...gridCell} class="row-count">
        <Count count={count} isUrgent={isUrgent} />
      </span>
    </ConversationRow>
  );
}
