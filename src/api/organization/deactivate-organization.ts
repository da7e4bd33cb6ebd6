// POST /realm/deactivate: deactivates the organization. No one can log in anymore; the data is preserved,
// and the command `organization reactivate` can reactivate it.

import { markOrganizationDeactivated } from '../../actions/organizations/deactivate.ts';
import { nonNegativeInteger, nullable } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { writeOperation } from '../operation.ts';

export const deactivateOrganization = writeOperation({
  name: 'deactivate-organization',
  method: 'POST',
  path: '/realm/deactivate',
  summary: 'Deactivate the organization.',
  access: 'owner',
  needsRecentProof: true,
  parameters: {
    deletion_delay_days: optionally(
      nullable(nonNegativeInteger),
      'Number of days until all data is deleted; null for never.',
      {
        since: 332,
      },
    ),
  },
  result: {},
  async handle(context, { deletion_delay_days: days }) {
    if (days != null) throw badRequest('This server does not delete the data of deactivated organizations.');
    await context.write((writer) => markOrganizationDeactivated(writer, context.organizationUrl));
    return {};
  },
});
