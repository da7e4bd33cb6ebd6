// The page's main menu. Its texts are in the part `secondary`.

import type { MenuItem } from '../components/menu-item.ts';
import { openLazily } from '../components/open-lazily.ts';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { otherOrganizations } from '../data/other-organizations.ts';
import { t } from '../i18n/texts.ts';
import { organizationHost } from '../lib/organization-address.ts';
import { changePause, showOwnStatus, showShortcuts } from './lazy-dialogs.ts';
import { logOut } from './log-out.ts';

const THEME = { auto: 1, dark: 2, light: 3 } as const;

function setTheme({ client }: Organization, color_scheme: 1 | 2 | 3): void {
  void attempt(client.call('update-settings', { color_scheme }));
}

function setPresence({ client }: Organization, presence_enabled: boolean): void {
  void attempt(client.call('update-settings', { presence_enabled }));
}

function go(address: string): void {
  location.hash = address;
}

export function mainMenu(organization: Organization): readonly MenuItem[] {
  const settings = organization.state.user_settings;
  const scheme = settings?.color_scheme;
  const isVisible = settings?.presence_enabled !== false;
  const pausedUntil = organization.state.do_not_disturb?.[organization.ownId]?.paused_until ?? 0;
  const isPaused = pausedUntil * 1000 > Date.now();
  const theme = (label: string, value: 1 | 2 | 3): MenuItem => ({
    label,
    needsServer: true,
    spoken: `${t('settings.theme')}: ${label}`,
    isChoice: true,
    isChecked: scheme === value,
    onChoose: () => setTheme(organization, value),
  });
  return [
    { label: t('people.setStatus'), icon: 'emoji', onChoose: () => showOwnStatus(organization) },
    {
      label: isVisible ? t('people.goInvisible') : t('people.goVisible'),
      needsServer: true,
      icon: isVisible ? 'hidden' : 'preview',
      onChoose: () => setPresence(organization, !isVisible),
    },
    {
      label: t(isPaused ? 'frame.resumeNotifications' : 'frame.pauseNotifications'),
      needsServer: true,
      icon: 'moon',
      onChoose: () => changePause(organization),
    },
    { label: t('frame.drafts'), icon: 'draft', keyHint: 'D', onChoose: () => go('#drafts') },
    { label: t('frame.scheduled'), icon: 'clock', onChoose: () => go('#scheduled') },
    { label: t('frame.reminders'), icon: 'bell', onChoose: () => go('#reminders') },
    { label: t('frame.keyboard'), icon: 'keyboard', keyHint: '?', onChoose: () => showShortcuts() },
    { label: t('frame.browseChannels'), icon: 'channel', onChoose: () => go('#channels/all') },
    { label: t('groups.title'), icon: 'people', onChoose: () => go('#groups') },
    { label: t('frame.settings'), icon: 'settings', onChoose: () => go('#settings') },
    { label: t('frame.organization'), icon: 'info', onChoose: () => go('#organization') },
    'line',
    theme(t('settings.themeAuto'), THEME.auto),
    theme(t('settings.themeLight'), THEME.light),
    theme(t('settings.themeDark'), THEME.dark),
    'line',
    ...otherOrganizations().map((origin): MenuItem => {
      return {
        label: organizationHost(origin),
        icon: 'external',
        onChoose: () => location.assign(origin),
      };
    }),
    {
      label: t('organizations.menu'),
      icon: 'organization',
      onChoose: () =>
        void openLazily(
          () => import('./organizations-dialog.tsx'),
          ({ showOrganizations }) => showOrganizations(),
        ),
    },
    'line',
    { label: t('frame.logOut'), needsServer: true, icon: 'log-out', onChoose: logOut },
  ];
}
