// `organization reactivate`: reactivates a deactivated organization.

import { reactivateOrganization } from '../../actions/organizations/reactivate.ts';
import { organizationCommand } from '../organization-command.ts';

export const reactivateOrganizationCommand = organizationCommand({
  name: 'organization reactivate',
  words: [],
  help: 'opens an organization again that was closed; everything is as it was\n',
  async run({ write }) {
    const wasClosed = await write(reactivateOrganization);
    return {
      text: wasClosed ? 'The organization is open again.\n' : 'The organization is not closed.\n',
      json: { is_deactivated: false },
    };
  },
});
