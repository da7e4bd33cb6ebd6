// The operations of this room.

import { checkShortName } from './check-short-name.ts';
import { deactivateOrganization } from './deactivate-organization.ts';
import { deleteIcon } from './delete-icon.ts';
import { deleteLogo } from './delete-logo.ts';
import { getExportConsents } from './get-export-consents.ts';
import { getServerSettings } from './get-server-settings.ts';
import { testWelcomeMessage } from './test-welcome-message.ts';
import { updateOrganization } from './update-organization.ts';
import { uploadIcon } from './upload-icon.ts';
import { uploadLogo } from './upload-logo.ts';

export const organizationOperations = [
  getServerSettings,
  checkShortName,
  updateOrganization,
  uploadIcon,
  deleteIcon,
  uploadLogo,
  deleteLogo,
  testWelcomeMessage,
  getExportConsents,
  deactivateOrganization,
];
