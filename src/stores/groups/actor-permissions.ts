// The permissions of an account, by their names, inside a unit of work.

import type { Channel } from '../../model/channels/channel.ts';
import type {
  ChannelGroupSetting,
  OrganizationGroupSetting,
} from '../../model/groups/permission-settings.ts';
import type { ActorContext } from '../actor-context.ts';
import { channelAllowsNow } from './allows-setting.ts';
import { hasPermission } from './organization-permissions.ts';

/** Checks the permissions of one account. Each call reads the tables again. */
export class ActorPermissions {
  readonly #acting: ActorContext;

  constructor(acting: ActorContext) {
    this.#acting = acting;
  }

  /** Whether a permission of the organization includes the account. */
  inOrganization(name: OrganizationGroupSetting): Promise<boolean> {
    return hasPermission(this.#acting, name);
  }

  /** Whether a permission of a channel includes the account; false without a channel. */
  async inChannel(channel: Channel | undefined, name: ChannelGroupSetting): Promise<boolean> {
    return channel !== undefined && channelAllowsNow(this.#acting, channel, name);
  }
}
