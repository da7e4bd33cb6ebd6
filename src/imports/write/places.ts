// Places in the log of an organization that is imported: one for each message, in the order of ids, so that what somebody
// received can be told by periods, as for any organization.

import { SEQUENCE_STEP } from '../../api-contract/event.ts';

/** Where everything begins that was always so: accounts, roles, groups. */
export const BEGINNING = SEQUENCE_STEP;

/** The place of the message with a number, counted from 0. */
export function placeOfMessage(number: number): number {
  return (number + 2) * SEQUENCE_STEP;
}
