// What sending something later is given, and how it says that there is something else to send by now.

import type { Reader } from '../../storage/session.ts';
import type { OrganizationState } from '../state/organization-state.ts';

/** The organization in which something is delivered. */
export interface DeliveryPlace {
  readonly state: OrganizationState;
  readonly reader: Reader;
}

/** What was to be delivered was changed since it was read: it is to be looked at again. */
export class ChangedMeanwhile extends Error {}
