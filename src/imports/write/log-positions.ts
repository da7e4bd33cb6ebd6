// Assigns log positions to the messages of an import, one per message in the order of ids, so that receipts can be
// expressed as periods like in any other organization.

import { SEQUENCE_STEP } from '../../api-contract/event.ts';

/** The position at which accounts, roles and groups begin. */
export const FIRST_POSITION = SEQUENCE_STEP;

/** The log position of a message, by its number from 0. */
export function positionOfMessage(number: number): number {
  return (number + 2) * SEQUENCE_STEP;
}
