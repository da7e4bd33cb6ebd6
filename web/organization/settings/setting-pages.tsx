// Pages that contain only settings.

import { settingPages } from './pages.ts';
import { permissionGroups } from './permissions.ts';
import type { SettingGroup } from './setting.ts';
import { LockNote, SettingGroups } from './setting-groups.tsx';

const pageOf = (groups: readonly SettingGroup[]) =>
  function Page() {
    return (
      <>
        <LockNote />
        <SettingGroups groups={groups} />
      </>
    );
  };

export const JoiningPage = pageOf(settingPages.joining);
export const MessagesPage = pageOf(settingPages.messages);
export const NoticesPage = pageOf(settingPages.notices);
export const ProgramsPage = pageOf(settingPages.programs);
export const PermissionsPage = pageOf(permissionGroups);
