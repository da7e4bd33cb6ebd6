// The screen of the viewer's settings: a list of sections, and the selected one.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { lazy } from '../components/lazy.tsx';
import {
  type NotificationState,
  notificationPermission,
  requestNotifications,
  showTestNotification,
} from '../data/browser-notifications.ts';
import { t } from '../i18n/texts.ts';
import { type SectionName, sectionByName, sectionOf, sections } from './controls.ts';
import { SettingControl } from './setting-control.tsx';

/** Sections that contain more than settings, loaded when opened. */
const parts = {
  profile: lazy(async () => (await import('./profile-section.tsx')).ProfileSection),
  bots: lazy(async () => (await import('./bots-section.tsx')).BotsSection),
  security: lazy(async () => (await import('./security-section.tsx')).SecuritySection),
  key: lazy(async () => (await import('./key-section.tsx')).KeySection),
  files: lazy(async () => (await import('./files-section.tsx')).FilesSection),
};
type PartName = keyof typeof parts;
const QuietHours = lazy(async () => (await import('./quiet-hours.tsx')).QuietHoursSection);
const ToldBrowsers = lazy(async () => (await import('./push-subscriptions.tsx')).PushSection);

const names: readonly (SectionName | PartName)[] = [
  'profile',
  'display',
  'notifications',
  'bots',
  'security',
  'key',
  'files',
];

function isPart(name: string): name is PartName {
  return Object.hasOwn(parts, name);
}

export function SettingsView({ section }: { readonly section: string }) {
  const [first = ''] = section.split('/');
  const named = sectionByName(first);
  const chosen = isPart(named) ? named : sectionOf(named);
  const page = useRef<HTMLDivElement>(null);
  // A new section starts at its top. On phones the list of sections is one scrollable line.
  useLayoutEffect(() => {
    page.current?.scrollTo(0, 0);
    page.current?.querySelector('nav [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [chosen]);
  return (
    <div ref={page} class="settings">
      <nav aria-label={t('settings.sections')}>
        {names.map((name) => (
          <a
            key={name}
            href={`#settings/${name}`}
            {...(name === chosen && { 'aria-current': 'page' as const })}
          >
            {t(`settings.${name}`)}
          </a>
        ))}
      </nav>
      <div class="settings-form">
        <h2>{t(`settings.${chosen}`)}</h2>
        {isPart(chosen) ? <Part name={chosen} /> : <Settings section={chosen} />}
      </div>
    </div>
  );
}

function Part({ name }: { readonly name: PartName }) {
  const Shown = parts[name];
  return <Shown />;
}

function Settings({ section }: { readonly section: SectionName }) {
  return (
    <>
      {section === 'notifications' && <BrowserNotifications />}
      {section === 'notifications' && <ToldBrowsers />}
      {section === 'notifications' && <QuietHours />}
      {sections[section].map(({ title, controls }) => (
        <section key={title} aria-label={t(title as 'settings.sounds')}>
          <h3>{t(title as 'settings.sounds')}</h3>
          {controls.map((control) => (
            <SettingControl key={control.name} control={control} />
          ))}
        </section>
      ))}
    </>
  );
}

/** Whether this browser shows notifications, and a button to allow them. */
function BrowserNotifications() {
  const [right, setRight] = useState<NotificationState>(notificationPermission);
  return (
    <section aria-label={t('settings.browser')}>
      <h3>{t('settings.browser')}</h3>
      {right === 'granted' && (
        <div class="setting">
          <p>{t('settings.allowed')}</p>
          <Button onClick={() => void showTestNotification(t('settings.trial'))}>
            {t('settings.tryOut')}
          </Button>
        </div>
      )}
      {right === 'denied' && <p>{t('settings.denied')}</p>}
      {right === 'default' && (
        <Button icon="bell" onClick={() => void requestNotifications().then(setRight)}>
          {t('settings.allow')}
        </Button>
      )}
    </section>
  );
}
