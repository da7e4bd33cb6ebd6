// Who may edit the content of a message, and which combinations of changes make sense. Rules over facts; the
// order of the checks is the reference's, since it decides which refusal a client sees.

import { badRequest, expectationMismatch } from '../../api-contract/error.ts';

/** Added to time limits, for the time that people take to type. */
const GRACE_SECONDS = 20;

export type PropagateMode = 'change_one' | 'change_later' | 'change_all';

/** Whether something is too old for a limit; null: there is none. */
export function isPastLimit(ageSeconds: number, limitSeconds: number | null): boolean {
  return limitSeconds !== null && ageSeconds > limitSeconds + GRACE_SECONDS;
}

export interface ContentEditFacts {
  readonly allowsEditing: boolean;
  readonly isSender: boolean;
  readonly ageSeconds: number;
  readonly limitSeconds: number | null;
}

/** Refuses somebody who may not edit the content: only its sender may, within the limit. */
export function checkMayEditContent(facts: ContentEditFacts): void {
  if (!facts.allowsEditing) throw badRequest('Your organization has turned off message editing');
  if (!facts.isSender) throw badRequest("You don't have permission to edit this message");
  if (isPastLimit(facts.ageSeconds, facts.limitSeconds)) {
    throw badRequest('The time limit for editing this message has passed');
  }
}

/** What a request wants changed; what equals the present state counts as not asked for. */
export interface WantedChanges {
  readonly isDirect: boolean;
  readonly content: boolean;
  readonly topic: string | undefined;
  readonly channel: boolean;
  readonly propagateMode: PropagateMode;
  readonly isWidget: boolean;
  /** Whether the hash that the client sent is another than the stored content's. */
  readonly hashDiffers: boolean;
}

/** Refuses combinations that make no sense. */
export function checkChanges(wanted: WantedChanges): void {
  if (!wanted.content && wanted.topic === undefined && !wanted.channel) throw badRequest('Nothing to change');
  if (wanted.isDirect) {
    if (wanted.channel) throw badRequest('Direct messages cannot be moved to channels.');
    if (wanted.topic !== undefined) throw badRequest('Direct messages cannot have topics.');
  }
  if (wanted.propagateMode !== 'change_one' && wanted.topic === undefined && !wanted.channel) {
    throw badRequest('Invalid propagate_mode without topic edit');
  }
  if (wanted.topic === '✔' || wanted.topic === '✔ (no topic)') {
    throw badRequest('General chat cannot be marked as resolved');
  }
  if (wanted.channel && wanted.content) {
    throw badRequest('Cannot change message content while changing channel');
  }
  if (wanted.content && wanted.isWidget) throw badRequest('Widgets cannot be edited.');
  if (wanted.hashDiffers) throw expectationMismatch('prev_content_sha256');
}
