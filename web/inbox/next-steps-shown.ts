// Whether the first steps are shown: to the owner of a young organization who has not hidden them, but not in a demo.

import type { State } from '../../client/state/state.ts';

/** The name of the steps in the API. */
export const STEP = 'next_steps';
const NEW_ORGANIZATION_SECONDS = 30 * 86_400;

export function areNextStepsShown({
  is_owner,
  development_environment,
  onboarding_steps,
  realm_date_created,
}: State): boolean {
  if (is_owner !== true || development_environment === true) return false;
  if (Date.now() / 1000 - (realm_date_created ?? 0) > NEW_ORGANIZATION_SECONDS) return false;
  return onboarding_steps?.some(({ name }) => name === STEP) === true;
}
