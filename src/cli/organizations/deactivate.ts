// `organization deactivate`: deactivates an organization and notifies its owners by email.

import { markOrganizationDeactivated } from '../../actions/organizations/deactivate.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { organizationCommand } from '../organization-command.ts';
import { addressFlag, organizationAddress } from '../users/organization-address.ts';

export const deactivateOrganizationCommand = organizationCommand({
  name: 'organization deactivate',
  parameters: [],
  help: `Deactivates an organization and notifies its owners by email. No one can log in until you reactivate it. Its data stays.
  --url U              the server's address, for the email (PARLEY_URL)
`,
  flags: addressFlag,
  async run(context) {
    const url = await organizationAddress(context, false);
    const wasActive = await context.write(async (writer) => {
      if ((await readOrganization(writer)).isDeactivated) return false;
      await markOrganizationDeactivated(writer, url);
      return true;
    });
    return {
      text: wasActive ? 'The organization was deactivated.\n' : 'The organization is already deactivated.\n',
      json: { is_deactivated: true },
    };
  },
});
