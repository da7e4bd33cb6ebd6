// `organization reactivate`: reactivates a deactivated organization.

import { reactivateOrganization } from '../../actions/organizations/reactivate.ts';
import { organizationCommand } from '../organization-command.ts';

export const reactivateOrganizationCommand = organizationCommand({
  name: 'organization reactivate',
  parameters: [],
  help: 'Reactivates a deactivated organization, with all its data.\n',
  async run({ write }) {
    const wasDeactivated = await write(reactivateOrganization);
    return {
      text: wasDeactivated ? 'The organization was reactivated.\n' : 'The organization is already active.\n',
      json: { is_deactivated: false },
    };
  },
});
