// What one account may do, asked by the names of the settings, inside a unit of work.

import type { Channel } from '../../model/channels/channel.ts';
import type {
  ChannelGroupSetting,
  OrganizationGroupSetting,
} from '../../model/groups/permission-settings.ts';
import type { Acting } from '../acting.ts';
import { channelAllowsNow } from './allows-setting.ts';
import { hasPermission } from './organization-permissions.ts';

/** Answers from the tables as they stand at the moment of each question. */
export class Rights {
  readonly #acting: Acting;

  constructor(acting: Acting) {
    this.#acting = acting;
  }

  /** Whether a permission of the organization lets the account through. */
  inOrganization(name: OrganizationGroupSetting): Promise<boolean> {
    return hasPermission(this.#acting, name);
  }

  /** Whether a permission of a channel lets the account through; false where there is no channel. */
  async inChannel(channel: Channel | undefined, name: ChannelGroupSetting): Promise<boolean> {
    return channel !== undefined && channelAllowsNow(this.#acting, channel, name);
  }
}
