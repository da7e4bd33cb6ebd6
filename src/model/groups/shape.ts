// What clients read of a user group, as data.

import { boolean, type Codec, id, list, nullable, record, text } from '../../contract/codec.ts';
import { type GroupSettingValue, groupSettingValue } from '../../contract/group-setting.ts';
import { type UserGroupSetting, userGroupPermissions } from './permission-settings.ts';

const permissions = Object.fromEntries(
  Object.keys(userGroupPermissions).map((name) => [name, groupSettingValue]),
) as Record<UserGroupSetting, Codec<GroupSettingValue>>;

export const groupShape = record({
  id,
  name: text(),
  description: text(),
  date_created: nullable(id),
  creator_id: nullable(id),
  members: list(id),
  direct_subgroup_ids: list(id),
  is_system_group: boolean,
  deactivated: boolean,
  ...permissions,
});
