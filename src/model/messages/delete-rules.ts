// Who may delete a message. Administrators have no permission of their own: the organization's setting includes
// them unless it was changed.

import { badRequest } from '../../api-contract/error.ts';

/** The facts about an actor and a message that the decision depends on. */
export interface DeletionFacts {
  /** Whether the actor is in the organization's `can_delete_any_message_group`. */
  readonly mayDeleteAny: boolean;
  /** Whether the actor is in the channel's `can_delete_any_message_group`; false for direct messages. */
  readonly mayDeleteAnyInChannel: boolean;
  /** Whether the actor or one of their bots sent it. */
  readonly isOwn: boolean;
  /** Whether the actor is in the organization's `can_delete_own_message_group`. */
  readonly mayDeleteOwn: boolean;
  /** Whether the actor is in the channel's `can_delete_own_message_group`; false for direct messages. */
  readonly mayDeleteOwnInChannel: boolean;
  readonly ageSeconds: number;
  /** Null for no limit. No grace period is added. */
  readonly limitSeconds: number | null;
}

/** Refuses an actor who may see, but not delete, a message. */
export function checkMayDelete(facts: DeletionFacts): void {
  if (facts.mayDeleteAny || facts.mayDeleteAnyInChannel) return;
  if (!facts.isOwn || (!facts.mayDeleteOwn && !facts.mayDeleteOwnInChannel)) {
    throw badRequest("You don't have permission to delete this message");
  }
  if (facts.limitSeconds !== null && facts.ageSeconds > facts.limitSeconds) {
    throw badRequest('The time limit for deleting this message has passed');
  }
}
