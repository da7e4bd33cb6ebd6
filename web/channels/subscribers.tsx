// The subscribers of a channel, which permitted viewers may add and remove.

import { useEffect, useState } from 'preact/hooks';
import { announce } from '../components/announce.ts';
import { Avatar } from '../components/avatar.tsx';
import { IconButton } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import { PersonField } from '../forms/person-field.tsx';
import { useOrganization, useOrganizationEvent } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { rankMatches } from '../lib/ranking.ts';
import { type KnownChannel, personIn } from '../store/directory.ts';
import { isAllowed } from '../store/permissions.ts';
import { mayAddSubscribers, mayAdminister } from './channel-permissions.ts';

const MAX_SHOWN = 200;
/** With more subscribers than this a filter is shown. */
const FILTERED = 10;

/** The ids of a channel's subscribers; undefined until they are loaded, or if the viewer may not see them. */
function useSubscribers(id: number): readonly number[] | undefined {
  const { client } = useOrganization();
  const [ids, setIds] = useState<readonly number[]>();
  async function load() {
    const answer = await attempt(client.call('get-subscribers', { stream_id: id }));
    if (answer) setIds(answer.subscribers);
  }
  useEffect(() => void load(), [id]);
  useOrganizationEvent('subscription', ({ op }) => {
    if (op === 'peer_add' || op === 'peer_remove' || op === 'add' || op === 'remove') void load();
  });
  return ids;
}

interface SubscribersProps {
  readonly channel: KnownChannel;
  /** Whether it has a heading. */
  readonly isTitled?: boolean;
}

export function Subscribers({ channel, isTitled = true }: SubscribersProps) {
  const { client, ownId } = useOrganization();
  const { showPerson } = useActions();
  const state = useTrackedState();
  const ids = useSubscribers(channel.stream_id);
  const [query, setQuery] = useState('');
  if (!ids) return null;
  const people = ids
    .flatMap((id) => personIn(state, id) ?? [])
    .sort((a, b) => a.full_name.localeCompare(b.full_name));
  const matching =
    query.trim() === ''
      ? people.slice(0, MAX_SHOWN)
      : rankMatches(people, query, { namesOf: ({ full_name }) => [full_name], limit: MAX_SHOWN });
  const isAdministered = mayAdminister(state, channel, ownId);
  const mayRemove = isAdministered || isAllowed(state, channel.can_remove_subscribers_group, ownId);
  const { name } = channel;
  return (
    <section aria-label={t('channelSettings.subscribersTitle')}>
      {isTitled && <h2>{t('channelSettings.subscribersTitle')}</h2>}
      {mayAddSubscribers(state, channel, ownId) && (
        <div class="add-person">
          <NeedsServer>
            <PersonField
              id="add-subscriber"
              label={t('groupScreens.addPerson')}
              without={new Set(ids)}
              onChoose={async (id) =>
                (await attempt(client.call('subscribe', { subscriptions: [{ name }], principals: [id] }))) !==
                undefined
              }
            />
          </NeedsServer>
        </div>
      )}
      {people.length > FILTERED && (
        <input
          class="input"
          type="search"
          aria-label={t('channelSettings.filterSubscribers')}
          placeholder={t('channelSettings.filterSubscribers')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      <ul class="people-lines">
        {matching.map(({ user_id: id, full_name: fullName, avatar_url: url }) => (
          <li key={id}>
            <button
              type="button"
              class="person-line"
              onClick={(event) => showPerson(id, event.currentTarget)}
            >
              <Avatar id={id} name={fullName} url={url} size="small" />
              <span class="name">{fullName}</span>
            </button>
            {(mayRemove || id === ownId) && (
              <IconButton
                needsServer
                name={t('channelSettings.removeSubscriber', { name: fullName })}
                icon="close"
                onClick={async () => {
                  const call = client.call('unsubscribe', { subscriptions: [name], principals: [id] });
                  if (await attempt(call)) announce(t('groupScreens.removed', { name: fullName }));
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
