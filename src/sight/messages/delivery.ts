// The organization in which something is to be said later.

import type { Reader } from '../../storage/session.ts';
import type { OrganizationState } from '../state/organization-state.ts';

/** What sending something later is given. */
export interface DeliveryPlace {
  readonly state: OrganizationState;
  readonly reader: Reader;
}
