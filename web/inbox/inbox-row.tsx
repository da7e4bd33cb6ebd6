// A row of the inbox: the last sender, the conversation and the time; below, the reason why the conversation is in the
// inbox, the first words and the count.

import { Count } from '../components/count.tsx';
import { gridCell } from '../components/grid-roles.ts';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import { lazyPart } from '../components/lazy.tsx';
import { plainText } from '../components/plain-text.ts';
import { useMessage } from '../hooks/use-message.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { dayAndTime, shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import { DirectPicture, PersonPicture } from '../pictures/person-picture.tsx';
import { callersIn } from '../store/calls.ts';
import { channelName, personName } from '../store/names.ts';
import { ChannelMark, ConversationLink, ConversationRow, useConversationName } from './conversation-row.tsx';
import type { InboxLine, Reason } from './inbox-model.ts';

const CallFaces = lazyPart(async () => (await import('../calls/parts.ts')).CallFaces);

const icons: Readonly<Record<Reason, IconName>> = {
  mentioned: 'mention',
  direct: 'person',
  followed: 'follow',
  unread: 'message',
  back: 'clock',
  away: 'clock',
};

function ChannelOf({ id }: { readonly id: number }) {
  const name = useOrganizationState((state) => channelName(state, id));
  return (
    <>
      <ChannelMark id={id} />
      <span class="of">
        <bdi>{name}</bdi> ›
      </span>
    </>
  );
}

export function InboxRow({ line }: { readonly line: InboxLine }) {
  const { conversation, reason, count, newestId, until } = line;
  const message = useMessage(newestId);
  const viewer = useViewer();
  const now = useNow();
  const title = useConversationName(conversation);
  const sender = useOrganizationState((state) => (message ? personName(state, message.sender_id) : ''));
  const callers = useOrganizationState((state) => callersIn(state, conversation));
  const time = message ? shortTime(message.timestamp, now, viewer) : '';
  const isTopic = conversation.kind === 'topic';
  const reasonText =
    reason === 'away' ? t('inbox.away', { when: dayAndTime(until ?? 0, viewer) }) : t(`inbox.${reason}`);
  const unread = count > 0 && t('common.unread', { count });
  const spoken = [isTopic && sender, title, reasonText, unread, time].filter(Boolean);
  return (
    <ConversationRow
      conversation={conversation}
      count={count}
      newestId={newestId}
      class="inbox-row"
      name={spoken.join(', ')}
    >
      <span {...gridCell} class="row-picture">
        {conversation.kind === 'direct' ? (
          <DirectPicture ids={conversation.ids} size="medium" />
        ) : (
          message && <PersonPicture id={message.sender_id} size="medium" />
        )}
      </span>
      <span {...gridCell} class="row-head">
        {isTopic && <b dir="auto">{sender}</b>}
        {isTopic && message && <span class="in">{t('inbox.in')}</span>}
        {isTopic && <ChannelOf id={conversation.channelId} />}
        <ConversationLink conversation={conversation} />
        {callers && <CallFaces callers={callers} />}
      </span>
      <time {...gridCell} dateTime={message && new Date(message.timestamp * 1000).toISOString()}>
        {time}
      </time>
      <span {...gridCell} class="row-words">
        <span class={`why ${reason}`}>
          <Icon name={icons[reason]} />
          {(isTopic || until !== undefined) && <span>{reasonText}</span>}
        </span>
        <span class="words" dir="auto">
          {conversation.kind === 'direct' && conversation.ids.length > 1 && message && (
            <span class="faint">
              <bdi>{sender}</bdi>:{' '}
            </span>
          )}
          {message && plainText(message.content, viewer)}
        </span>
      </span>
      <span {...gridCell} class="row-count">
        <Count count={count} isUrgent={reason === 'mentioned' || reason === 'direct'} />
      </span>
    </ConversationRow>
  );
}
