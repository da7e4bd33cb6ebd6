// The sections of the organization's screen and its settings, as entries that can be found by name.

import type { State } from '../../client/state/state.ts';
import type { ListedSetting } from '../forms/listed-setting.ts';
import { t } from '../i18n/texts.ts';
import { type SectionName, sectionsFor } from './sections.ts';
import { settingPages } from './settings/pages.ts';
import { permissionGroups } from './settings/permissions.ts';
import type { Setting, SettingGroup } from './settings/setting.ts';

const pages: Readonly<Partial<Record<SectionName, readonly SettingGroup[]>>> = {
  ...settingPages,
  permissions: permissionGroups,
};

/** The settings of the sections that the viewer may open. Their texts are those for administrators. */
export function listedOrganizationSettings(state: State, ownId: number): ListedSetting[] {
  return sectionsFor(state, ownId).flatMap((section) => {
    const address = `#organization/${section}`;
    const sectionText = t(`sections.${section}`);
    const settings: Pick<Setting, 'name'>[] = (pages[section] ?? []).flatMap((group) => group.settings);
    // The provider of GIFs has a form of its own.
    if (section === 'programs') settings.push({ name: 'gif_provider' });
    return [
      { key: section, name: sectionText, section: t('frame.organization'), address },
      ...settings.map(({ name }) => ({
        key: name,
        name: t(`setting.${name}`),
        section: sectionText,
        address: `${address}/${name}`,
      })),
    ];
  });
}
