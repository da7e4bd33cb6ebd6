// Who may edit the content of a message, and which combinations of changes are valid. The checks are in the
// reference server's order, because it decides which error a client receives.

import { badRequest, expectationMismatch } from '../../api-contract/error.ts';

/** Added to time limits, because typing takes time. */
const GRACE_SECONDS = 20;

export const propagateModes = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof propagateModes)[number];

/** Whether a message is too old for a limit; null means no limit. */
export function isPastLimit(ageSeconds: number, limitSeconds: number | null): boolean {
  return limitSeconds !== null && ageSeconds > limitSeconds + GRACE_SECONDS;
}

export interface ContentEditFacts {
  readonly allowsEditing: boolean;
  readonly isSender: boolean;
  readonly ageSeconds: number;
  readonly limitSeconds: number | null;
}

/** Refuses accounts that may not edit the content: only the sender may, within the time limit. */
export function checkMayEditContent(facts: ContentEditFacts): void {
  if (!facts.allowsEditing) throw badRequest('Your organization has turned off message editing');
  if (!facts.isSender) throw badRequest("You don't have permission to edit this message");
  if (isPastLimit(facts.ageSeconds, facts.limitSeconds)) {
    throw badRequest('The time limit for editing this message has passed');
  }
}

/** The changes in a request. A value equal to the current one does not count as a change. */
export interface RequestedChanges {
  readonly isDirect: boolean;
  readonly content: boolean;
  readonly topic: string | undefined;
  readonly channel: boolean;
  readonly propagateMode: PropagateMode;
  readonly isWidget: boolean;
  /** Whether the hash that the client sent differs from that of the stored content. */
  readonly hashDiffers: boolean;
}

/** Refuses invalid combinations. */
export function checkMessageChanges(requested: RequestedChanges): void {
  if (!requested.content && requested.topic === undefined && !requested.channel)
    throw badRequest('Nothing to change');
  if (requested.isDirect) {
    if (requested.channel) throw badRequest('Direct messages cannot be moved to channels.');
    if (requested.topic !== undefined) throw badRequest('Direct messages cannot have topics.');
  }
  if (requested.propagateMode !== 'change_one' && requested.topic === undefined && !requested.channel) {
    throw badRequest('Invalid propagate_mode without topic edit');
  }
  if (requested.topic === '✔' || requested.topic === '✔ (no topic)') {
    throw badRequest('General chat cannot be marked as resolved');
  }
  if (requested.channel && requested.content) {
    throw badRequest('Cannot change message content while changing channel');
  }
  if (requested.content && requested.isWidget) throw badRequest('Widgets cannot be edited.');
  if (requested.hashDiffers) throw expectationMismatch('prev_content_sha256');
}
