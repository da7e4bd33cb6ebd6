// German texts for the administration of the organization.

import type { TranslationOf } from '../catalogue.ts';
import type { administration as english } from '../en/administration.ts';
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

export const administration: TranslationOf<typeof english> = {
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
};
