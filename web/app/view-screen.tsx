// Selects the screen of a view.

import type { VNode } from 'preact';
import { channelIdOfSection } from '../channels/channel-permissions.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { lazy } from '../components/lazy.tsx';
import { loadAdministration } from '../components/lazy-chunks.ts';
import { t } from '../i18n/texts.ts';
import { InboxScreen } from './inbox-screen.tsx';
import { Recent, TopicsView } from './lazy-lists.ts';
import { NarrowView } from './narrow-view.tsx';
import type { CurrentView } from './use-view.ts';

const ChannelsView = lazy(async () => (await import('../channels/channels-view.tsx')).ChannelsView);
const DraftsScreen = lazy(async () => (await import('./drafts-screen.tsx')).DraftsScreen);
const ProfileView = lazy(async () => (await import('../people/profile-view.tsx')).ProfileView);
const ScheduledScreen = lazy(async () => (await import('./scheduled-screens.tsx')).ScheduledScreen);
const RemindersScreen = lazy(async () => (await import('./scheduled-screens.tsx')).RemindersScreen);
const DirectView = lazy(async () => (await import('../inbox/direct-view.tsx')).DirectView);
const GroupsView = lazy(async () => (await import('../groups/groups-view.tsx')).GroupsView);

const OrganizationView = lazy(
  async () => (await import('../organization/organization-view.tsx')).OrganizationView,
  loadAdministration,
);
const SettingsView = lazy(async () => (await import('../settings/settings-view.tsx')).SettingsView);
const ChannelSettings = lazy(async () => (await import('../channels/channel-settings.tsx')).ChannelSettings);

function Channels({ section }: { readonly section: string }) {
  const id = channelIdOfSection(section);
  return id === undefined ? (
    <ChannelsView key={section} section={section} />
  ) : (
    <ChannelSettings key={id} id={id} />
  );
}

export function ViewScreen({ currentView }: { readonly currentView: CurrentView }): VNode {
  switch (currentView.view?.kind) {
    case 'narrow':
      return <NarrowView view={currentView.view} />;
    case 'inbox':
      return <InboxScreen />;
    case 'recent':
      return <Recent />;
    case 'topics':
      return <TopicsView key={currentView.view.channelId} channelId={currentView.view.channelId} />;
    case 'channels':
      return <Channels section={currentView.view.section} />;
    case 'direct':
      return <DirectView />;
    case 'drafts':
      return <DraftsScreen />;
    case 'scheduled':
      return <ScheduledScreen />;
    case 'reminders':
      return <RemindersScreen />;
    case 'person':
      return <ProfileView id={currentView.view.id} />;
    case 'groups':
      return <GroupsView section={currentView.view.section} />;
    case 'settings':
      return <SettingsView section={currentView.view.section} />;
    case 'organization':
      return <OrganizationView section={currentView.view.section} />;
    case undefined:
      return (
        <EmptyState icon="info" title={t('frame.notFound')}>
          <a class="button" href="#inbox">
            {t('frame.toInbox')}
          </a>
        </EmptyState>
      );
  }
}
