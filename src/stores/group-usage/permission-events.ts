// Events for all permissions that name an account directly. Clients see permissions without deactivated
// people, although these remain stored. So the visible values change when such a person is deactivated or
// reactivated.

import type { NewEvent } from '../../api-contract/event.ts';
import type { GroupSettingValue } from '../../api-contract/group-setting.ts';
import { channelChanged } from '../../model/channels/channel-events.ts';
import { groupChanged } from '../../model/groups/group-events.ts';
import { organizationPermissions } from '../../model/groups/permission-settings.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import { organizationChanged } from '../../model/organizations/organization-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { channelAudience } from '../channels/channel-audience.ts';
import { readChannels } from '../channels/channel-store.ts';
import { readGroups } from '../groups/group-store.ts';
import { visibleSetting } from '../groups/validate-setting.ts';

function settingsContaining<N extends string>(
  settings: Readonly<Record<N, unknown>>,
  accountId: number,
): (readonly [name: N, value: GroupSettingValue])[] {
  const all = Object.entries(settings) as [N, GroupSettingValue][];
  return all.filter(
    ([, value]) =>
      typeof value === 'object' && value !== null && value.direct_members?.includes(accountId) === true,
  );
}

/** One event for each permission of the organization, of channels and of groups that names the account. */
export async function permissionEventsForMember(
  writer: Writer,
  organization: Organization,
  accountId: number,
): Promise<NewEvent[]> {
  const events: NewEvent[] = [];
  const visibleValue = (value: GroupSettingValue) => visibleSetting(writer, organization, value);
  for (const [name, value] of settingsContaining(organization.settings, accountId)) {
    if (name in organizationPermissions)
      events.push(organizationChanged({ [name]: await visibleValue(value) }));
  }
  for (const channel of await readChannels(writer)) {
    for (const [name, value] of settingsContaining(channel.groupSettings, accountId)) {
      const audience = await channelAudience(writer, organization, channel, writer.now);
      events.push(channelChanged(audience, channel, { property: name, value: await visibleValue(value) }));
    }
  }
  for (const group of (await readGroups(writer)).values()) {
    for (const [name, value] of settingsContaining(group.settings, accountId)) {
      events.push(groupChanged(group, { [name]: await visibleValue(value) }));
    }
  }
  return events;
}
