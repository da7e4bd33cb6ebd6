// What the pages of signing in refuse alike: providers that are not for an organization, and attempts that count no longer.

import { providerSwitchedOff } from '../../actions/sign-in/enter.ts';
import { ApiError, badRequest, organizationDeactivated } from '../../contract/error.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { isProviderOn } from '../../model/organizations/authentication-methods.ts';
import { doorsFor, type SignInDoor } from '../../model/sign-in/doors.ts';
import type { Services } from '../../operations/services.ts';

/** The refusal of what was sealed for another browser, or too long ago. */
export function lostVisit(): ApiError {
  return badRequest('This attempt to log in is not known here any longer. Begin once more.');
}

/** The provider of a path, where the organization takes people who come from it. */
export function openDoor(
  { signIn }: Services,
  hub: OrganizationHub,
  isMeant: (door: SignInDoor) => boolean,
): SignInDoor {
  const { organization } = hub.state;
  const door = doorsFor(signIn, organization).find(isMeant);
  if (!door) throw new ApiError(404, 'NOT_FOUND', 'There is no such way to log in here.');
  if (organization.isDeactivated) throw organizationDeactivated();
  const { authentication_methods: methods } = organization.settings;
  if (!isProviderOn(methods, door.provider)) throw providerSwitchedOff(door.provider);
  return door;
}
