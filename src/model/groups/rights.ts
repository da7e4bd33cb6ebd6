// What one account may do, asked by the names of the settings, inside a unit of work.

import type { Writer } from '../../storage/session.ts';
import type { Account } from '../accounts/account.ts';
import type { Channel } from '../channels/channel.ts';
import type { Organization } from '../organizations/organization.ts';
import { channelAllowsNow, settingAllowsNow } from './allows-setting.ts';
import {
  type ChannelGroupSetting,
  type OrganizationGroupSetting,
  organizationPermissions,
} from './permission-settings.ts';

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
