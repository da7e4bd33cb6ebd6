// The organization's requirement of a second factor for logins with a password.

import { badRequest } from '../../api-contract/error.ts';
import { isSecondFactorRequired } from '../../model/second-factor/second-factor-requirement.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

export async function requiresSecondFactor(reader: Reader, role: number): Promise<boolean> {
  const { settings } = await readOrganization(reader);
  return isSecondFactorRequired(settings.second_factor_required_for, role);
}

/** @throws if a role must have a second factor, so its last one cannot be removed */
export async function checkMayRemoveLast(reader: Reader, role: number): Promise<void> {
  if (await requiresSecondFactor(reader, role))
    throw badRequest(
      'Your organization requires two-factor authentication. Add another second factor first.',
    );
}
