// All channels the viewer can see, including archived ones: created, edited, archived and restored.

import { useMemo, useState } from 'preact/hooks';
import { changeChannel } from '../../channels/change-channel.ts';
import { mayAdminister } from '../../channels/channel-permissions.ts';
import { confirmArchive } from '../../channels/confirm-archive.ts';
import { CreateChannel } from '../../channels/create-channel.tsx';
import { showFolders } from '../../channels/folders-dialog.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { type Column, LongList } from '../../components/long-list.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { channelIcon, channelPrivacy } from '../../store/channel-icon.ts';
import type { KnownChannel } from '../../store/directory.ts';
import { mayCreateChannels } from '../../store/permissions.ts';
import { Tabs } from '../people/tabs.tsx';
import type { SectionProps } from '../sections.ts';
import { allChannels } from './all-channels.ts';

function Name({ channel, tabIndex }: { readonly channel: KnownChannel; readonly tabIndex: number }) {
  const { stream_id: id, name } = channel;
  const privacy = channelPrivacy(channel);
  return (
    <div class="account-name">
      <Icon name={channelIcon(channel)} />
      <div>
        <a href={`#channels/${id}/${encodeURIComponent(name)}/general`} tabIndex={tabIndex} dir="auto">
          {name}
        </a>
        {privacy !== '' && <span class="only-spoken">{privacy}</span>}
        <small dir="auto">{channel.description}</small>
      </div>
    </div>
  );
}

function Activity({ channel, tabIndex }: { readonly channel: KnownChannel; readonly tabIndex: number }) {
  const organization = useOrganization();
  const { stream_id: id, name } = channel;
  if (!mayAdminister(organization.state, channel, organization.ownId)) return null;
  return channel.is_archived ? (
    <Button
      needsServer
      tabIndex={tabIndex}
      aria-label={t('channelList.bringBack', { name })}
      onClick={() => changeChannel(organization, id, { is_archived: false })}
    >
      {t('channelSettings.unarchive')}
    </Button>
  ) : (
    <IconButton
      tabIndex={tabIndex}
      name={t('channelList.archive', { name })}
      icon="delete"
      onClick={() => confirmArchive(organization, channel)}
    />
  );
}

function columnsOf(defaults: readonly number[]): readonly Column<KnownChannel>[] {
  return [
    {
      key: 'name',
      title: t('channels.name'),
      show: (channel, tabIndex) => <Name channel={channel} tabIndex={tabIndex} />,
    },
    {
      key: 'role',
      title: t('channelSettings.subscribersTitle'),
      show: ({ subscriber_count: count }) =>
        count === undefined ? '' : t('channels.subscribers', { count }),
    },
    {
      key: 'joined',
      title: t('channelList.forNew'),
      show: ({ stream_id: id }) => (defaults.includes(id) ? t('channelList.isDefault') : ''),
    },
    {
      key: 'manage',
      title: t('accounts.manage'),
      isUntitled: true,
      show: (channel, tabIndex) => <Activity channel={channel} tabIndex={tabIndex} />,
    },
  ];
}

function CreateButtons() {
  const organization = useOrganization();
  const { ownId } = organization;
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  const mayCreate = useOrganizationState((state) => mayCreateChannels(state, ownId));
  return (
    <div class="buttons">
      {mayCreate && (
        <Button
          kind="primary"
          icon="add"
          onClick={() =>
            showDialog((close) => <CreateChannel organization={organization} isListed onClose={close} />)
          }
        >
          {t('channels.create')}
        </Button>
      )}
      {isAdministrator && (
        <Button icon="list" onClick={showFolders}>
          {t('channels.folders')}
        </Button>
      )}
    </div>
  );
}

export function ChannelsSection({ rest }: SectionProps) {
  const subscribed = useOrganizationState((state) => state.subscriptions);
  const unsubscribed = useOrganizationState((state) => state.unsubscribed);
  const neverSubscribed = useOrganizationState((state) => state.never_subscribed);
  const defaults = useOrganizationState((state) => state.realm_default_streams) ?? [];
  const [query, setQuery] = useState('');
  const isArchived = rest === 'archived';
  const channels = useMemo(
    () => allChannels([subscribed, unsubscribed, neverSubscribed], { isArchived, query }),
    [subscribed, unsubscribed, neverSubscribed, isArchived, query],
  );
  return (
    <section class="wide-section">
      <CreateButtons />
      <Tabs
        name={t('sections.channels')}
        chosen={isArchived ? 'archived' : 'active'}
        tabs={[
          { key: 'active', title: t('accounts.active') },
          { key: 'archived', title: t('channelList.archived') },
        ]}
        addressOf={(tab) => `#organization/channels/${tab}`}
      />
      <div class="list-filter">
        <input
          class="input"
          type="search"
          aria-label={t('channels.filter')}
          placeholder={t('channels.filter')}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
      </div>
      {channels.length === 0 ? (
        <EmptyState icon="channel" title={t('channels.empty')} />
      ) : (
        <LongList
          name={t('sections.channels')}
          class="account-list with-icons"
          items={channels}
          keyOf={({ stream_id: id }) => id}
          columns={columnsOf(defaults)}
        />
      )}
    </section>
  );
}
