// The destination of a message that is not for the conversation in view: channel and topic, or accounts.

import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { Avatar } from '../components/avatar.tsx';
import { IconButton } from '../components/button.tsx';
import { Combobox } from '../components/combobox.tsx';
import { Icon } from '../components/icon.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { type Destination, directTo } from '../lib/destination.ts';
import { rankMatches } from '../lib/ranking.ts';
import { channelIcon } from '../store/channel-icon.ts';
import { channelOf } from './texts.ts';
import { useTopics } from './use-topics.ts';

export interface DestinationLineProps {
  readonly destination: Destination;
  readonly onChange: (destination: Destination) => void;
  /** The ref of the topic's field. */
  readonly topicRef?: RefObject<HTMLInputElement | null>;
  /** Called when the destination is complete, to move to the text. */
  readonly onDone: () => void;
}

export function DestinationLine(props: DestinationLineProps) {
  const { destination } = props;
  return (
    <div class="destination">
      {destination.kind === 'channel' ? (
        <ChannelAndTopic {...props} destination={destination} />
      ) : (
        <People {...props} destination={destination} />
      )}
    </div>
  );
}

type PropsFor<K extends Destination['kind']> = DestinationLineProps & {
  readonly destination: Extract<Destination, { kind: K }>;
};

function ChannelAndTopic({ destination, onChange, topicRef, onDone }: PropsFor<'channel'>) {
  const { channelId, topic } = destination;
  const organization = useOrganization();
  const subscriptions = useOrganizationState((state) => state.subscriptions) ?? [];
  const channel = useOrganizationState((state) => channelOf(state, channelId));
  const [typed, setTyped] = useState<string>();
  const topics = useTopics(organization, channelId);
  const channels = rankMatches(subscriptions, typed ?? '', { namesOf: ({ name }) => [name], limit: 12 });
  return (
    <>
      <Icon name={channelIcon(channel)} />
      <Combobox
        label={t('composer.channel')}
        value={typed ?? channel?.name ?? ''}
        items={typed === undefined ? subscriptions.slice(0, 50) : channels}
        keyOf={({ stream_id }) => String(stream_id)}
        show={(one) => (
          <>
            <Icon name={channelIcon(one)} />
            <span class="label">{one.name}</span>
          </>
        )}
        onInput={(value) => {
          setTyped(value);
          const channelByName = subscriptions.find(({ name }) => name === value);
          onChange({ kind: 'channel', channelId: channelByName?.stream_id, topic });
        }}
        onChoose={({ stream_id }) => {
          setTyped(undefined);
          onChange({ kind: 'channel', channelId: stream_id, topic });
        }}
        side="above"
      />
      <Icon name="next" />
      <Combobox
        label={t('composer.topic')}
        {...(topicRef && { inputRef: topicRef })}
        placeholder={t('composer.topicOptional')}
        value={topic}
        maxLength={60}
        choosesFirst={false}
        items={rankMatches(topics, topic, { namesOf: (name) => [name], limit: 8 }).filter(
          (name) => name !== topic,
        )}
        keyOf={(name) => name}
        show={(name) => <span class="label">{name || t('messageList.generalChat')}</span>}
        onInput={(value) => onChange({ kind: 'channel', channelId, topic: value })}
        onChoose={(value) => onChange({ kind: 'channel', channelId, topic: value })}
        onEnter={onDone}
        side="above"
      />
    </>
  );
}

function People({ destination, onChange, onDone }: PropsFor<'direct'>) {
  const { ownId } = useOrganization();
  const people = useOrganizationState((state) => state.realm_users) ?? [];
  const [typed, setTyped] = useState('');
  const recipientIds = destination.personIds;
  const nameOf = (id: number) =>
    people.find(({ user_id }) => user_id === id)?.full_name ?? t('messageList.unknownPerson');
  const others = people.filter(({ user_id }) => user_id !== ownId && !recipientIds.includes(user_id));
  const change = (ids: readonly number[]) => onChange(directTo(ids, ownId));
  return (
    <>
      <Icon name="people" />
      {recipientIds.map((id) => (
        <span key={id} class="chip">
          {nameOf(id)}
          <IconButton
            name={t('composer.removePerson', { name: nameOf(id) })}
            icon="close"
            onClick={() => change(recipientIds.filter((one) => one !== id))}
          />
        </span>
      ))}
      <Combobox
        label={t('composer.addPerson')}
        value={typed}
        items={rankMatches(others, typed, { namesOf: ({ full_name, email }) => [full_name, email] })}
        keyOf={({ user_id }) => String(user_id)}
        show={({ user_id, full_name, avatar_url }) => (
          <>
            <Avatar id={user_id} name={full_name} url={avatar_url} size="small" />
            <span class="label">{full_name}</span>
          </>
        )}
        onInput={setTyped}
        onChoose={({ user_id }) => {
          setTyped('');
          change([...recipientIds, user_id]);
        }}
        choosesFirst={typed !== ''}
        onEnter={onDone}
        onBack={() => change(recipientIds.slice(0, -1))}
        side="above"
      />
    </>
  );
}
