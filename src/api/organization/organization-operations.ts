// Operations on the organization.

import { checkCompatibility } from './check-compatibility.ts';
import { checkShortName } from './check-short-name.ts';
import { deactivateOrganization } from './deactivate-organization.ts';
import { deleteExport } from './delete-export.ts';
import { deleteIcon } from './delete-icon.ts';
import { deleteLogo } from './delete-logo.ts';
import { getExportConsents } from './get-export-consents.ts';
import { getExports } from './get-exports.ts';
import { getServerSettings } from './get-server-settings.ts';
import { startExport } from './start-export.ts';
import { testWelcomeMessage } from './test-welcome-message.ts';
import { updateOrganization } from './update-organization.ts';
import { uploadIcon } from './upload-icon.ts';
import { uploadLogo } from './upload-logo.ts';

export const organizationOperations = [
  getServerSettings,
  checkCompatibility,
  checkShortName,
  updateOrganization,
  uploadIcon,
  deleteIcon,
  uploadLogo,
  deleteLogo,
  testWelcomeMessage,
  getExportConsents,
  getExports,
  startExport,
  deleteExport,
  deactivateOrganization,
];
