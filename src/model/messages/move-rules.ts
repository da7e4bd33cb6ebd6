// Who may move messages to another topic or channel. The sender of a message has no special permission;
// moderators and above have no time limits.

import { ApiError, badRequest } from '../../api-contract/error.ts';
import { isPastLimit, type PropagateMode } from './edit-rules.ts';
import { normalizeTopic, RESOLVED_PREFIX } from './topic.ts';

/** Whether a change of topic only marks it as resolved, or removes that mark. */
export function resolutionChange(from: string, to: string): 'resolve' | 'unresolve' | undefined {
  if (to === normalizeTopic(`${RESOLVED_PREFIX}${from}`)) return 'resolve';
  const unmarked = from.replace(/^[✔ ]+/u, '');
  if (from.startsWith(RESOLVED_PREFIX) && to === unmarked) return 'unresolve';
  return undefined;
}

export interface TopicMoveFacts {
  readonly isResolution: boolean;
  /** Granted by the organization, the original channel, or the target channel. */
  readonly mayResolve: boolean;
  readonly mayMoveTopics: boolean;
}

/** Refuses a change of topic that the requester may not make. */
export function checkMayChangeTopic(facts: TopicMoveFacts): void {
  if (facts.isResolution) {
    if (!facts.mayResolve) throw badRequest("You don't have permission to resolve topics in this channel.");
  } else if (!facts.mayMoveTopics) {
    throw badRequest("You don't have permission to edit this message");
  }
}

/** The time limits that apply to a move; null for no limit. */
export interface MoveLimits {
  readonly isModerator: boolean;
  /** Undefined if the topic does not change, or is only resolved or unresolved. */
  readonly topicSeconds: number | null | undefined;
  /** Undefined if the channel does not change. */
  readonly channelSeconds: number | null | undefined;
}

/** Refuses to move a message that is too old, unless the whole topic is moved. */
export function checkTargetAge(limits: MoveLimits, propagateMode: PropagateMode, ageSeconds: number): void {
  if (limits.isModerator || propagateMode === 'change_all') return;
  if (isPastLimit(ageSeconds, limits.topicSeconds ?? null)) {
    throw badRequest("The time limit for editing this message's topic has passed.");
  }
  if (isPastLimit(ageSeconds, limits.channelSeconds ?? null)) {
    throw badRequest("The time limit for editing this message's channel has passed");
  }
}

/** The stricter of the limits for moving a whole topic; null if there is none. */
export function wholeTopicLimit(limits: MoveLimits): number | null {
  if (limits.isModerator) return null;
  const binding = [limits.topicSeconds, limits.channelSeconds].filter(
    (seconds) => typeof seconds === 'number',
  );
  return binding.length === 0 ? null : Math.min(...binding);
}

/**
 * Refuses to move a whole topic with messages that are too old, and states which part may be moved.
 * @param messages those that the requester can see, ascending
 */
export function checkWholeTopicAge(
  limitSeconds: number | null,
  messages: readonly { readonly id: number; readonly sent_at: number }[],
  now: number,
): void {
  const movable = messages.filter((message) => !isPastLimit(now - message.sent_at, limitSeconds));
  if (movable.length === messages.length) return;
  const [oldest] = movable;
  if (!oldest) throw badRequest('The time limit for moving this topic has passed.');
  throw new ApiError(
    400,
    'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
    `You only have permission to move the ${movable.length}/${messages.length} most recent messages in this topic.`,
    {
      first_message_id_allowed_to_move: oldest.id,
      total_messages_allowed_to_move: movable.length,
      total_messages_in_topic: messages.length,
    },
  );
}
