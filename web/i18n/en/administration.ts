// English texts for the administration of the organization, loaded with its first screen.

import { accounts } from './accounts.ts';
import { administeredLists } from './administered-lists.ts';
import { audit } from './audit.ts';
import { auditDetails } from './audit-details.ts';
import { channelGroups } from './channel-groups.ts';
import { invitations } from './invitations.ts';
import { organization } from './organization.ts';
import { organizationLists } from './organization-lists.ts';
import { organizationPermissions } from './organization-permissions.ts';
import { organizationSettings } from './organization-settings.ts';
import { quotas } from './quotas.ts';
import { sections } from './sections.ts';

export const administration = {
  ...accounts,
  ...administeredLists,
  ...audit,
  ...auditDetails,
  ...channelGroups,
  ...invitations,
  ...organization,
  ...organizationLists,
  ...organizationPermissions,
  ...organizationSettings,
  ...quotas,
  ...sections,
} as const;
