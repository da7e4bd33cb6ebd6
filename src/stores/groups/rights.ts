// What one account may do, asked by the names of the settings, inside a unit of work.

import type { Account } from '../../model/accounts/account.ts';
import type { Channel } from '../../model/channels/channel.ts';
import {
  type ChannelGroupSetting,
  type OrganizationGroupSetting,
  organizationPermissions,
} from '../../model/groups/permission-settings.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/session.ts';
import { channelAllowsNow, settingAllowsNow } from './allows-setting.ts';

/** Answers from the tables as they stand at the moment of each question. */
export class Rights {
  readonly #writer: Writer;
  readonly #organization: Organization;
  readonly #account: Account;

  constructor(writer: Writer, organization: Organization, account: Account) {
    this.#writer = writer;
    this.#organization = organization;
    this.#account = account;
  }

  /** Whether a permission of the organization lets the account through. */
  inOrganization(name: OrganizationGroupSetting): Promise<boolean> {
    const value = this.#organization.settings[name];
    const setting = organizationPermissions[name];
    const writer = this.#writer;
    return settingAllowsNow(writer, this.#organization, setting, value, this.#account, writer.now);
  }

  /** Whether a permission of a channel lets the account through; false where there is no channel. */
  async inChannel(channel: Channel | undefined, name: ChannelGroupSetting): Promise<boolean> {
    if (!channel) return false;
    const writer = this.#writer;
    return channelAllowsNow(writer, this.#organization, channel, name, this.#account, writer.now);
  }
}
