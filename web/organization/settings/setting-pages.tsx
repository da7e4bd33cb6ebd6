// Pages that contain only settings.

import { GifProviderForm } from './gif-provider.tsx';
import { settingPages } from './pages.ts';
import { permissionGroups } from './permissions.ts';
import type { SettingGroup } from './setting.ts';
import { LockNote, SettingGroups, type SettingGroupsProps } from './setting-groups.tsx';

const pageOf = (groups: readonly SettingGroup[], above?: SettingGroupsProps['above']) =>
  function Page() {
    return (
      <>
        <LockNote />
        <SettingGroups groups={groups} above={above} />
      </>
    );
  };

export const JoiningPage = pageOf(settingPages.joining);
export const MessagesPage = pageOf(settingPages.messages);
export const NoticesPage = pageOf(settingPages.notices);
export const ProgramsPage = pageOf(settingPages.programs, {
  'settingGroup.gifs': GifProviderForm,
});
export const PermissionsPage = pageOf(permissionGroups);
