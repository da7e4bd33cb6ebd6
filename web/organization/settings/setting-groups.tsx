// A page of settings: groups with a heading each. Who may change none of them is told so at its beginning.

import { useOrganizationState } from '../../link/use-organization.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/words.ts';
import type { SettingGroup } from './setting.ts';
import { SettingLine } from './setting-line.tsx';

/** Says who may change what is shown, to everybody else. */
export function LockNote() {
  const isAdministrator = useOrganizationState((state) => state.is_admin === true);
  if (isAdministrator) return null;
  return (
    <p class="locked" role="note">
      <Icon name="lock" />
      {t('lock.page')}
    </p>
  );
}

export function SettingGroups({ groups }: { readonly groups: readonly SettingGroup[] }) {
  return (
    <>
      {groups.map(({ title, settings }) => (
        <section key={title} aria-label={t(title as 'settingGroup.about')}>
          <h3>{t(title as 'settingGroup.about')}</h3>
          {settings.map((setting) => (
            <SettingLine key={setting.name} setting={setting} />
          ))}
        </section>
      ))}
    </>
  );
}
