// The screen of the viewer's settings: a list of sections, and the selected one.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { lazy } from '../components/lazy.tsx';
import {
  type NotificationState,
  notificationPermission,
  requestNotifications,
  showTestNotification,
} from '../data/browser-notifications.ts';
import { t } from '../i18n/texts.ts';
import { check, type Group } from './control.ts';
import {
  type NotificationKind,
  notificationKinds,
  notificationWays,
  type SectionName,
  sectionByName,
  sectionOf,
  sections,
} from './controls.ts';
import { listedSettings } from './listed-settings.ts';
import { NotificationsTable } from './notifications-table.tsx';
import { SettingControl } from './setting-control.tsx';
import { settingSections } from './setting-sections.ts';
import { SectionLink, SettingsPage } from './settings-page.tsx';

/** Sections that contain more than settings, loaded when opened. */
const parts = {
  profile: lazy(async () => (await import('./profile-section.tsx')).ProfileSection),
  muting: lazy(async () => (await import('./muting-section.tsx')).MutingSection),
  bots: lazy(async () => (await import('./bots-section.tsx')).BotsSection),
  security: lazy(async () => (await import('./security-section.tsx')).SecuritySection),
  key: lazy(async () => (await import('./key-section.tsx')).KeySection),
  files: lazy(async () => (await import('./files-section.tsx')).FilesSection),
};
type PartName = keyof typeof parts;
const QuietHours = lazy(async () => (await import('./quiet-hours.tsx')).QuietHoursSection);
const AlertWords = lazy(async () => (await import('./alert-words.tsx')).AlertWordsSection);
const PushSubscriptions = lazy(async () => (await import('./push-subscriptions.tsx')).PushSection);

function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

export function SettingsView({ section }: { readonly section: string }) {
  const [first = '', kindName = ''] = section.split('/');
  const namedSection = sectionByName(first);
  const shownSection = isPart(namedSection) ? namedSection : sectionOf(namedSection);
  const kind =
    shownSection === 'notifications' ? notificationKinds.find(({ name }) => name === kindName) : undefined;
  return (
    <SettingsPage
      listedSettings={listedSettings}
      sections={settingSections.map((name) => (
        <SectionLink
          key={name}
          address={`#settings/${name}`}
          name={t(`settings.${name}`)}
          isSelected={name === shownSection}
        />
      ))}
      isList={first === ''}
      selected={`${shownSection} ${kind?.name}`}
      setting={kind ? '' : kindName}
      title={kind ? t(kind.title as 'settings.sounds') : t(`settings.${shownSection}`)}
    >
      {kind && <Ways kind={kind} />}
      {!kind && (isPart(shownSection) ? <Part name={shownSection} /> : <Settings section={shownSection} />)}
    </SettingsPage>
  );
}

function Part({ name }: { readonly name: PartName }) {
  const Shown = parts[name];
  return <Shown />;
}

/** The ways to be notified of one kind of messages. */
function Ways({ kind }: { readonly kind: NotificationKind }) {
  return (
    <div class="settings-card">
      {kind.settings.map((name, index) => (
        <SettingControl
          key={name}
          control={check(name, `settings.way.${notificationWays[index] ?? 'desktop'}`)}
        />
      ))}
    </div>
  );
}

const inTable = new Set(notificationKinds.flatMap(({ settings }) => settings));

function Settings({ section }: { readonly section: SectionName }) {
  const groups: readonly Group[] = sections[section];
  const listedGroups = groups.map(({ title, controls }) => ({
    title,
    controls: controls.filter(({ name }) => !inTable.has(name)),
  }));
  return (
    <>
      {section === 'notifications' && (
        <>
          <NotificationsTable />
          <QuietHours />
          <AlertWords />
          <BrowserNotifications />
          <PushSubscriptions />
        </>
      )}
      {listedGroups
        .filter(({ controls }) => controls.length > 0)
        .map(({ title, controls }) => (
          <section key={title} aria-label={t(title as 'settings.sounds')}>
            <h3>{t(title as 'settings.sounds')}</h3>
            <div class="settings-card">
              {controls.map((control) => (
                <SettingControl key={control.name} control={control} />
              ))}
            </div>
          </section>
        ))}
    </>
  );
}

/** Whether this browser shows notifications, and a button to allow them. */
function BrowserNotifications() {
  const [permission, setPermission] = useState<NotificationState>(notificationPermission);
  return (
    <section aria-label={t('settings.browser')}>
      <h3>{t('settings.browser')}</h3>
      {permission === 'granted' && (
        <div class="settings-card setting-row">
          <p>{t('settings.allowed')}</p>
          <Button onClick={() => void showTestNotification(t('settings.trial'))}>
            {t('settings.tryOut')}
          </Button>
        </div>
      )}
      {permission === 'denied' && <p>{t('settings.denied')}</p>}
      {permission === 'default' && (
        <Button icon="bell" onClick={() => void requestNotifications().then(setPermission)}>
          {t('settings.allow')}
        </Button>
      )}
    </section>
  );
}
