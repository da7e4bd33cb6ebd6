// How much an organization may upload.

import { ApiError } from '../../contract/error.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/session.ts';
import { usedSpace } from './usage-store.ts';

const MIB = 1024 * 1024;

/** @throws `REALM_UPLOAD_QUOTA` where a file of so many bytes has no room any more. */
export async function checkRoom(reader: Reader, organization: Organization, bytes: number): Promise<void> {
  const { upload_quota_mib: quota } = organization.settings;
  if (quota === null || (await usedSpace(reader)) + bytes <= quota * MIB) return;
  throw new ApiError(400, 'REALM_UPLOAD_QUOTA', "Upload would exceed your organization's upload quota.");
}
