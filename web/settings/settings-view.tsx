// The screen of one's own settings: sections at the side, the settings of one of them.

import { useState } from 'preact/hooks';
import {
  mayNotify,
  type NotificationRight,
  showTrial,
  wantNotifications,
} from '../link/browser-notifications.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../words/words.ts';
import { type SectionName, sectionOf, sections } from './controls.ts';
import { SettingControl } from './setting-control.tsx';

const names: readonly SectionName[] = ['display', 'notifications'];

export function SettingsView({ section }: { readonly section: string }) {
  const chosen = sectionOf(section);
  return (
    <div class="settings">
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
        {chosen === 'notifications' && <BrowserNotifications />}
        {sections[chosen].map(({ title, controls }) => (
          <section key={title} aria-label={t(title as 'settings.sounds')}>
            <h3>{t(title as 'settings.sounds')}</h3>
            {controls.map((control) => (
              <SettingControl key={control.name} control={control} />
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}

/** Whether this browser shows notifications at all, which it must be asked for. */
function BrowserNotifications() {
  const [right, setRight] = useState<NotificationRight>(mayNotify);
  return (
    <section aria-label={t('settings.browser')}>
      <h3>{t('settings.browser')}</h3>
      {right === 'granted' && (
        <div class="setting">
          <p>{t('settings.allowed')}</p>
          <Button onClick={() => void showTrial(t('settings.trial'))}>{t('settings.tryOut')}</Button>
        </div>
      )}
      {right === 'denied' && <p>{t('settings.denied')}</p>}
      {right === 'default' && (
        <Button icon="bell" onClick={() => void wantNotifications().then(setRight)}>
          {t('settings.allow')}
        </Button>
      )}
    </section>
  );
}
