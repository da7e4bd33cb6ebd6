// `organization deactivate`: deactivates an organization.

import { closeOrganization } from '../../actions/organizations/deactivate.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { organizationCommand } from '../organization-command.ts';
import { addressFlag, addressOf } from '../users/address.ts';

export const deactivateOrganizationCommand = organizationCommand({
  name: 'organization deactivate',
  words: [],
  help: `closes an organization: nobody gets in until it is reactivated, and nothing of it is lost; its owners are told by mail
  --url U              the server's address, for that mail (PARLEY_URL)
`,
  flags: addressFlag,
  async run(context) {
    const url = await addressOf(context, false);
    const wasOpen = await context.write(async (writer) => {
      if ((await readOrganization(writer)).isDeactivated) return false;
      await closeOrganization(writer, url);
      return true;
    });
    return {
      text: wasOpen ? 'The organization is closed.\n' : 'The organization is closed already.\n',
      json: { is_deactivated: true },
    };
  },
});
