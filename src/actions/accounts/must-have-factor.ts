// Whom an organization lets in with a password only together with a second factor.

import { badRequest } from '../../api-contract/error.ts';
import { isSecondFactorRequired } from '../../model/second-factor/required-for.ts';
import type { Reader } from '../../storage/session.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';

/** Whether an organization does so with somebody of a role. */
export async function mustHaveSecondFactor(reader: Reader, role: number): Promise<boolean> {
  const { settings } = await readOrganization(reader);
  return isSecondFactorRequired(settings.second_factor_required_for, role);
}

/** Refuses to end the last second factor of somebody of a role who must have one. */
export async function checkMayEndLast(reader: Reader, role: number): Promise<void> {
  if (await mustHaveSecondFactor(reader, role))
    throw badRequest('Your organization requires two-factor log-in. Add another second factor first.');
}
