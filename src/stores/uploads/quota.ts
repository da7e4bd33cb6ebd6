// How much may be uploaded: by all of an organization together, and by each person with their bots. What counts is what
// the tables hold, so room is there again in the moment in which a file is deleted.

import type { ConfiguredBounds } from '../../api-contract/configured-bounds.ts';
import { ApiError } from '../../api-contract/error.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Reader } from '../../storage/session.ts';
import { usedByPerson, usedSpace } from './usage-store.ts';

export type RoomBounds = Pick<ConfiguredBounds, 'organizationMegabytes' | 'personMegabytes'>;

/** Who uploads, and where. */
export interface Uploading {
  readonly organization: Organization;
  readonly account: Account;
  readonly bounds: RoomBounds;
}

/** What an organization may keep, in MiB: its own setting goes before what the server grants to each; null: no bound. */
export function organizationQuota(organization: Organization, bounds: RoomBounds): number | null {
  return organization.settings.upload_quota_mib ?? bounds.organizationMegabytes ?? null;
}

/** Whose room an account's files take: a bot's that of its owner; undefined for the service's own accounts. */
export function personOf({ id, botOwnerId, isSystemBot }: Account): number | undefined {
  return isSystemBot ? undefined : (botOwnerId ?? id);
}

/**
 * Asked before a file is taken, and in the unit that keeps it: units of an organization follow each other on both engines,
 * so uploads at the same moment do not slip past together.
 * @throws `REALM_UPLOAD_QUOTA` where a file of so many bytes has no room any more.
 */
export async function checkRoom(
  reader: Reader,
  { organization, account, bounds }: Uploading,
  bytes: number,
): Promise<void> {
  const quota = organizationQuota(organization, bounds);
  if (quota !== null && (await usedSpace(reader)) + bytes > quota * MEBIBYTE) {
    throw noRoom("Upload would exceed your organization's upload quota.");
  }
  const { personMegabytes } = bounds;
  const person = personOf(account);
  if (personMegabytes === undefined || person === undefined) return;
  if ((await usedByPerson(reader, person)) + bytes > personMegabytes * MEBIBYTE) {
    throw noRoom(
      `Upload would exceed the ${personMegabytes} MiB that each person has; delete files that you no longer need.`,
    );
  }
}

function noRoom(message: string): ApiError {
  return new ApiError(400, 'REALM_UPLOAD_QUOTA', message);
}
