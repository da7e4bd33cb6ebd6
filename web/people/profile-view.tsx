// An account's profile: identity, profile fields, and shared groups and channels.

import { useEffect, useState } from 'preact/hooks';
import type { Person } from '../../client/state/state.ts';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { channelIn, type KnownChannel, personIn } from '../store/directory.ts';
import { addressOfGroup, groupsOf } from '../store/groups.ts';
import { addressOf, addressOfNarrow, term } from '../store/narrow-targets.ts';
import { PersonFacts, PersonHead, StatusText, useIsActive } from './person-details.tsx';

/** The channels of an account that the viewer can see, by name. */
function useChannelsOf(id: number): readonly KnownChannel[] {
  const { client, state } = useOrganization();
  const [ids, setIds] = useState<readonly number[]>([]);
  useEffect(() => {
    setIds([]);
    const aborter = new AbortController();
    void attempt(client.call('get-user-channels', { user_id: id })).then((answer) => {
      if (answer && !aborter.signal.aborted) setIds(answer.subscribed_channel_ids);
    });
    return () => aborter.abort();
  }, [client, id]);
  return ids
    .flatMap((channelId) => channelIn(state, channelId) ?? [])
    .filter((channel) => !channel.is_archived)
    .sort((a, b) => a.name.localeCompare(b.name));
}

function Groups({ id }: { readonly id: number }) {
  const state = useTrackedState();
  const groups = groupsOf(state, id);
  if (groups.length === 0) return null;
  return (
    <section>
      <h3>{t('people.groups')}</h3>
      <ul class="chips">
        {groups.map((group) => (
          <li key={group.id}>
            <a class="chip" href={addressOfGroup(group)}>
              <Icon name="people" />
              {group.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Channels({ id }: { readonly id: number }) {
  const { state } = useOrganization();
  const channels = useChannelsOf(id);
  if (channels.length === 0) return null;
  return (
    <section>
      <h3>{t('people.channels')}</h3>
      <ul class="chips">
        {channels.map((channel) => (
          <li key={channel.stream_id}>
            <a class="chip" href={addressOf({ kind: 'channel', channelId: channel.stream_id }, state)}>
              <Icon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'channel'} />
              {channel.name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ person }: { readonly person: Person }) {
  const { ownId, state } = useOrganization();
  const { go, compose } = useActions();
  const { user_id: id } = person;
  const isActive = useIsActive(id);
  return (
    <div class="buttons">
      {isActive && (
        <Button
          kind="primary"
          icon="message"
          onClick={() => {
            go(addressOfNarrow([term('dm', id)], state));
            compose({ kind: 'direct', personIds: id === ownId ? [] : [id] });
          }}
        >
          {t('people.message')}
        </Button>
      )}
      <Button icon="search" onClick={() => go(addressOfNarrow([term('sender', id)], state))}>
        {t('people.allMessages')}
      </Button>
    </div>
  );
}

export function ProfileView({ id }: { readonly id: number }) {
  const person = useOrganizationState((state) => personIn(state, id));
  if (!person)
    return (
      <EmptyState icon="person" title={t('people.unknown')}>
        <a class="button" href="#inbox">
          {t('frame.toInbox')}
        </a>
      </EmptyState>
    );
  return (
    <div class="profile">
      <PersonHead person={person} />
      <StatusText id={id} />
      <PersonFacts person={person} />
      <Actions person={person} />
      <Groups id={id} />
      <Channels id={id} />
    </div>
  );
}
