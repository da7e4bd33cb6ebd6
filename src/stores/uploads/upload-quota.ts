// Upload quotas: of an organization as a whole, and of each person together with their bots. Usage is
// computed from the tables, so deleting a file frees its space immediately.

import type { ConfiguredLimits } from '../../api-contract/configured-limits.ts';
import { ApiError } from '../../api-contract/error.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { bytesUsedByPerson, usedBytes } from './usage-store.ts';

export type UploadBounds = Pick<ConfiguredLimits, 'organizationMegabytes' | 'personMegabytes'>;

/** The uploading account, its organization and the server's limits. */
export interface UploadQuotaContext {
  readonly organization: Organization;
  readonly account: Account;
  readonly bounds: UploadBounds;
}

/**
 * The quota of an organization in MiB: its own setting takes precedence over the server's; null for no limit.
 */
export function organizationQuota(organization: Organization, bounds: UploadBounds): number | null {
  return organization.settings.upload_quota_mib ?? bounds.organizationMegabytes ?? null;
}

/** The person whose quota an account's files use: the owner for a bot, undefined for system bots. */
export function uploadQuotaHolder({ id, botOwnerId, isSystemBot }: Account): number | undefined {
  return isSystemBot ? undefined : (botOwnerId ?? id);
}

/**
 * Call before a file is received, and again in the unit of work that stores it: units of one organization are
 * serialized on both engines, so concurrent uploads cannot exceed the quota together.
 * @throws `REALM_UPLOAD_QUOTA` if a file of this size exceeds a quota
 */
export async function checkUploadQuota(
  reader: Reader,
  { organization, account, bounds }: UploadQuotaContext,
  bytes: number,
): Promise<void> {
  const quota = organizationQuota(organization, bounds);
  if (quota !== null && (await usedBytes(reader)) + bytes > quota * MEBIBYTE) {
    throw quotaExceeded("Upload would exceed your organization's upload quota.");
  }
  const { personMegabytes } = bounds;
  const person = uploadQuotaHolder(account);
  if (personMegabytes === undefined || person === undefined) return;
  if ((await bytesUsedByPerson(reader, person)) + bytes > personMegabytes * MEBIBYTE) {
    throw quotaExceeded(
      `Upload would exceed the ${personMegabytes} MiB that each person has; delete files that you no longer need.`,
    );
  }
}

function quotaExceeded(message: string): ApiError {
  return new ApiError(400, 'REALM_UPLOAD_QUOTA', message);
}
