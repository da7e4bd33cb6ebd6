// Who may delete a message, as a rule over facts. Administrators have no right of their own: what they may do
// comes from the organization's setting, which names them unless it was changed.

import { badRequest } from '../../api-contract/error.ts';

/** What is known of somebody who wants to delete a message, and of the message. */
export interface DeletionFacts {
  /** In the organization's `can_delete_any_message_group`. */
  readonly mayDeleteAny: boolean;
  /** In the channel's `can_delete_any_message_group`; false for direct messages. */
  readonly mayDeleteAnyInChannel: boolean;
  /** Sent by themselves or by a bot of theirs. */
  readonly isOwn: boolean;
  /** In the organization's `can_delete_own_message_group`. */
  readonly mayDeleteOwn: boolean;
  /** In the channel's `can_delete_own_message_group`; false for direct messages. */
  readonly mayDeleteOwnInChannel: boolean;
  readonly ageSeconds: number;
  /** Null: no limit. No grace is added. */
  readonly limitSeconds: number | null;
}

/** Refuses somebody who may not delete a message they can see. */
export function checkMayDelete(facts: DeletionFacts): void {
  if (facts.mayDeleteAny || facts.mayDeleteAnyInChannel) return;
  if (!facts.isOwn || (!facts.mayDeleteOwn && !facts.mayDeleteOwnInChannel)) {
    throw badRequest("You don't have permission to delete this message");
  }
  if (facts.limitSeconds !== null && facts.ageSeconds > facts.limitSeconds) {
    throw badRequest('The time limit for deleting this message has passed');
  }
}
