// When people are quiet, computed from their state by the rule that the server uses as well. Loaded when needed.

import type { State } from '../../client/state/state.ts';
import { REMINDER_BEGINNING } from '../../src/commands/reminder-beginning.ts';
import { quietUntil } from '../../src/local-time/quiet-until.ts';

/** When an account's quiet time ends, in seconds since 1970, infinity if it never does; null if it is not quiet. */
export function personQuietUntil(state: State, personId: number, now: number): number | null {
  const ofPerson = state.do_not_disturb?.[personId];
  return ofPerson ? quietUntil(ofPerson, ofPerson.timezone, now) : null;
}

interface HeldBackMessage {
  readonly sender_id: number;
  readonly type: string;
  /** HTML. */
  readonly content: string;
}

function isReminder(state: State, { sender_id, type, content }: HeldBackMessage): boolean {
  const isFromBot = state.cross_realm_bots?.some(({ user_id }) => user_id === sender_id);
  return isFromBot === true && type === 'private' && content.startsWith(`<p>${REMINDER_BEGINNING}`);
}

/**
 * Whether a message does not notify the viewer now, because they do not want to be disturbed. Messages from allowed
 * senders and the viewer's own reminders notify at any time.
 */
export function isHeldBack(state: State, message: HeldBackMessage, ownId: number, now: number): boolean {
  if (personQuietUntil(state, ownId, now) === null) return false;
  const isAllowed = state.do_not_disturb?.[ownId]?.allowed_senders?.includes(message.sender_id);
  return !isAllowed && !isReminder(state, message);
}
