// The card above the first message of a conversation: what it is, and who can read it. Its title is not a heading,
// since the bar above the view has the same one.

import type { VNode } from 'preact';
import { Icon } from '../components/icon.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { DirectPicture } from '../pictures/person-picture.tsx';
import { channelIn, personIn } from '../store/directory.ts';
import type { Message } from '../store/message.ts';
import { channelName, peopleNames, personName, topicName } from '../store/names.ts';
import type { NarrowTarget } from '../store/narrow-targets.ts';

type Topic = Extract<NarrowTarget, { kind: 'topic' }>;

function TopicStart({ topic, first }: { readonly topic: Topic; readonly first: Message }) {
  const { channelId } = topic;
  const channel = useOrganizationState((state) => channelIn(state, channelId));
  const name = useOrganizationState((state) => channelName(state, channelId));
  const starter = useOrganizationState(
    (state) => personIn(state, first.sender_id)?.full_name ?? first.sender_full_name,
  );
  const readers = channel?.is_web_public
    ? t('messageList.readByEveryone')
    : channel?.invite_only
      ? t('messageList.readByChannel')
      : t('messageList.readByMembers');
  return (
    <div class="feed-start">
      <p class="title">{topicName(topic.topic)}</p>
      <p>
        {t('messageList.topicStart', { who: starter, channel: name })} {readers}
      </p>
    </div>
  );
}

function DirectStart({ ids }: { readonly ids: readonly number[] }) {
  const { ownId } = useOrganization();
  const [id = ownId] = ids;
  const isAlone = id === ownId;
  const isGroup = ids.length > 1;
  const name = useOrganizationState((state) => peopleNames(state, ids));
  const ownName = useOrganizationState((state) => personName(state, id));
  return (
    <div class="feed-start">
      <DirectPicture ids={ids} size="large" />
      <p class="title">{name}</p>
      <p>
        {isGroup
          ? t('messageList.groupStart')
          : isAlone
            ? t('messageList.notesStart')
            : t('messageList.directStart', { who: ownName })}
      </p>
      {!isGroup && !isAlone && (
        <a class="button" href={`#user/${id}`}>
          <Icon name="person" />
          {t('people.viewProfile')}
        </a>
      )}
    </div>
  );
}

/** The card of a conversation whose first message is given; null for other views, and for topics without messages. */
export function conversationStart(target: NarrowTarget, first: Message | undefined): VNode | null {
  if (target.kind === 'direct') return <DirectStart ids={target.ids} />;
  return target.kind === 'topic' && first ? <TopicStart topic={target} first={first} /> : null;
}
