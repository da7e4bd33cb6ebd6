// A page of settings in groups. Viewers who may change none of them are informed at the top.

import type { ComponentType } from 'preact';
import { Icon } from '../../components/icon.tsx';
import { useOrganizationState } from '../../hooks/use-organization.ts';
import { type Key, t } from '../../i18n/texts.ts';
import { lockOf, type SettingGroup } from './setting.ts';
import { SettingLine } from './setting-line.tsx';

/** States who may change the settings, for those who may not. */
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

interface GroupProps extends SettingGroup {
  /** A form above the settings, which is saved separately. */
  readonly above?: ComponentType | undefined;
}

function Group({ title, settings, above: Above }: GroupProps) {
  const isForOwners = useOrganizationState((state) =>
    settings.every((setting) => lockOf(state, setting) === 'owners'),
  );
  return (
    <section aria-label={t(title as 'settingGroup.about')}>
      <h3>{t(title as 'settingGroup.about')}</h3>
      {isForOwners && (
        <p class="locked">
          <Icon name="lock" />
          {t('lock.owners')}
        </p>
      )}
      {Above && <Above />}
      {settings.map((setting) => (
        <SettingLine key={setting.name} setting={setting} isLockStated={isForOwners} />
      ))}
    </section>
  );
}

export interface SettingGroupsProps {
  readonly groups: readonly SettingGroup[];
  /** The forms above the settings of groups, by the titles of the groups. */
  readonly above?: Readonly<Partial<Record<Key, ComponentType>>> | undefined;
}

export function SettingGroups({ groups, above = {} }: SettingGroupsProps) {
  return (
    <>
      {groups.map((group) => (
        <Group key={group.title} {...group} above={above[group.title]} />
      ))}
    </>
  );
}
