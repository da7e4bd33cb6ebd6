// The schema of a user group as clients receive it.

import {
  anyText,
  boolean,
  id,
  list,
  nonNegativeInteger,
  nullable,
  optionalFields,
  record,
} from '../../api-contract/codec.ts';
import { groupSettingValue } from '../../api-contract/group-setting.ts';
import { keysOf, recordOf } from '../../api-contract/typed-records.ts';
import { userGroupPermissions } from './permission-settings.ts';

const permissions = recordOf(keysOf(userGroupPermissions), () => groupSettingValue);

const changeableFields = { name: anyText, description: anyText, deactivated: boolean, ...permissions };

export const groupSchema = record({
  id,
  ...changeableFields,
  date_created: nullable(nonNegativeInteger),
  creator_id: nullable(id),
  members: list(id),
  direct_subgroup_ids: list(id),
  is_system_group: boolean,
});

/** The properties of a group that changed. */
export const changedGroupSchema = record(optionalFields(changeableFields));
