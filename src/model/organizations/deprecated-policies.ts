// Numbers that older clients read instead of permissions: the number of the matching system group, or the least
// restrictive number of the old setting if none matches.

import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import type { SystemGroupIds, SystemGroupName } from '../groups/system-groups.ts';

type Numbers = Partial<Record<SystemGroupName, number>>;

const channelCreation: Numbers = {
  'role:members': 1,
  'role:administrators': 2,
  'role:fullmembers': 3,
  'role:moderators': 4,
};
const webPublicCreation: Numbers = {
  'role:administrators': 2,
  'role:moderators': 4,
  'role:nobody': 6,
  'role:owners': 7,
};
const wildcardMentions: Numbers = {
  'role:everyone': 1,
  'role:members': 2,
  'role:fullmembers': 3,
  'role:administrators': 5,
  'role:nobody': 6,
  'role:moderators': 7,
};

function numberFor(
  value: GroupSettingValue,
  ids: SystemGroupIds,
  numbers: Numbers,
  fallback: number,
): number {
  for (const [name, number] of Object.entries(numbers)) {
    if (ids[name as SystemGroupName] === value) return number;
  }
  return fallback;
}

interface Policies {
  readonly can_create_public_channel_group: GroupSettingValue;
  readonly can_create_private_channel_group: GroupSettingValue;
  readonly can_create_web_public_channel_group: GroupSettingValue;
  readonly can_mention_many_users_group: GroupSettingValue;
}

/** The deprecated keys of the `realm` section of `POST /register`. */
export function deprecatedPolicies(settings: Policies, ids: SystemGroupIds) {
  return {
    realm_create_public_stream_policy: numberFor(
      settings.can_create_public_channel_group,
      ids,
      channelCreation,
      1,
    ),
    realm_create_private_stream_policy: numberFor(
      settings.can_create_private_channel_group,
      ids,
      channelCreation,
      1,
    ),
    realm_create_web_public_stream_policy: numberFor(
      settings.can_create_web_public_channel_group,
      ids,
      webPublicCreation,
      4,
    ),
    realm_wildcard_mention_policy: numberFor(settings.can_mention_many_users_group, ids, wildcardMentions, 1),
  };
}
