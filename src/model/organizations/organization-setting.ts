// Declares the settings of an organization.

import { type Codec, integer } from '../../api-contract/codec.ts';
import type { PermissionSetting } from '../groups/permission-setting.ts';
import { type OrganizationGroupSetting, organizationPermissions } from '../groups/permission-settings.ts';

/** Who may change a setting through the API. `command`: no one, only the server's own commands. */
export type ChangedBy = 'administrator' | 'owner' | 'command';

interface Common {
  readonly description: string;
  readonly changedBy: ChangedBy;
}

/** A setting whose new value can be checked on its own. */
export interface ValueSetting<T> extends Common {
  readonly kind: 'value';
  /** Decodes what a client sends (`"unlimited"`) into what is stored (null). */
  readonly codec: Codec<T>;
  readonly initial: T;
  /** How the `realm` section of `POST /register` contains it: unchanged as `realm_{name}`, or computed separately. */
  readonly snapshot: 'plain' | 'computed';
}

/** The id of a channel that the requester can see, or -1 for none. */
export interface ChannelSetting extends Common {
  readonly kind: 'channel';
  readonly codec: Codec<number>;
  readonly initial: number;
}

/** Who has a permission. The initial value is the id of `permission.defaultGroup`. */
export interface GroupSetting extends Common {
  readonly kind: 'group';
  readonly permission: PermissionSetting;
}

export type OrganizationSetting = ValueSetting<unknown> | ChannelSetting | GroupSetting;

interface ValueSettingOptions {
  readonly changedBy?: ChangedBy;
  readonly snapshot?: 'plain' | 'computed';
}

/** Declares a setting with a plain value. Administrators may change it unless `options` state otherwise. */
export function valueSetting<T>(
  codec: Codec<T>,
  initial: NoInfer<T>,
  description: string,
  options: ValueSettingOptions = {},
): ValueSetting<T> {
  const { changedBy = 'administrator', snapshot = 'plain' } = options;
  return { kind: 'value', codec, initial, description, changedBy, snapshot };
}

/** Any negative number means no channel and is stored as -1. */
const channelOrNone: Codec<number> = {
  schema: integer().schema,
  decode: (value, path) => Math.max(-1, integer().decode(value, path)),
};

/** Declares a setting that is a channel, or none. */
export function channelSetting(description: string): ChannelSetting {
  return { kind: 'channel', codec: channelOrNone, initial: -1, description, changedBy: 'administrator' };
}

/** Declares a setting that is one of the organization's permissions. */
export function groupSetting(
  name: OrganizationGroupSetting,
  changedBy: ChangedBy = 'administrator',
): GroupSetting {
  const permission = organizationPermissions[name];
  return { kind: 'group', permission, description: permission.description, changedBy };
}
