// All channels the viewer may see: to open, subscribe to, and unsubscribe from.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { loadSecondary } from '../components/lazy-chunks.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { mayCreateChannels } from '../store/permissions.ts';
import { subscribe, unsubscribe } from './channel-actions.ts';
import { type Filter, filterOf, filters, type ListedChannel, listedChannels } from './listed-channels.ts';

export function ChannelsView({ section }: { readonly section: string }) {
  const organization = useOrganization();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>(() => filterOf(section));
  const state = useTrackedState();
  const channels = listedChannels(state, query, filter);
  const mayCreate = mayCreateChannels(state, organization.ownId);
  const create = () =>
    void loadSecondary(() => import('./create-channel.tsx')).then(({ showCreateChannel }) =>
      showCreateChannel(),
    );
  return (
    <div class="channel-list">
      <h2 class="only-spoken">{t('channels.browse')}</h2>
      <header>
        <input
          class="input"
          type="search"
          aria-label={t('channels.filter')}
          placeholder={t('channels.filter')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <select
          class="input"
          aria-label={t('channels.show')}
          value={filter}
          onChange={(event) => setFilter(filters[event.currentTarget.selectedIndex] ?? 'all')}
        >
          {filters.map((filter) => (
            <option key={filter} value={filter}>
              {t(`channels.${filter}`)}
            </option>
          ))}
        </select>
        {state.is_admin === true && (
          <Button
            icon="list"
            onClick={() =>
              void loadSecondary(() => import('./folders-dialog.tsx')).then(({ showFolders }) =>
                showFolders(),
              )
            }
          >
            {t('channels.folders')}
          </Button>
        )}
        {mayCreate && (
          <Button kind="primary" icon="add" onClick={create}>
            {t('channels.create')}
          </Button>
        )}
      </header>
      {channels.length === 0 && <EmptyState icon="search" title={t('channels.empty')} />}
      <ul>
        {channels.map((channel) => (
          <ChannelLine key={channel.id} channel={channel} />
        ))}
      </ul>
    </div>
  );
}

const privacyIcons = {
  public: 'channel',
  private: 'lock',
  privateProtected: 'lock',
  webPublic: 'globe',
} as const;

function ChannelLine({ channel }: { readonly channel: ListedChannel }) {
  const organization = useOrganization();
  const { id, name, description, subscribers, isSubscribed, privacy } = channel;
  const toggle = () => (isSubscribed ? unsubscribe(organization, name) : subscribe(organization, name));
  return (
    <li>
      <Icon name={privacyIcons[privacy]} />
      <div>
        <a href={addressOf({ kind: 'channel', channelId: id }, organization.state)}>
          <bdi>{name}</bdi>
        </a>{' '}
        <small class="soft">
          {privacy !== 'public' && <span class="only-spoken">{t(`channels.${privacy}`)}, </span>}
          {t('channels.subscribers', { count: subscribers })}
        </small>
        {description !== '' && <p dir="auto">{description}</p>}
      </div>
      <Button
        needsServer
        kind={isSubscribed ? 'plain' : 'primary'}
        aria-label={
          isSubscribed ? t('channels.unsubscribeFrom', { name }) : t('channels.subscribeTo', { name })
        }
        onClick={toggle}
      >
        {isSubscribed ? t('channels.unsubscribe') : t('channels.subscribe')}
      </Button>
    </li>
  );
}
