// Applies events of people's do-not-disturb settings.

import type { EventOf } from '../event-stream.ts';
import type { Section, State } from './state.ts';
import { withSection } from './state.ts';

/** Whether a person has paused notifications or has quiet hours. `quietUntil` decides whether they are quiet now. */
export function mayBeQuiet(ofPerson: Section<'do_not_disturb'>[string] | undefined): boolean {
  return ofPerson !== undefined && (ofPerson.paused_until > 0 || ofPerson.quiet_hours.enabled);
}

/** Applies a change. Of other people, the state contains only those who may be quiet. */
export function doNotDisturb(state: State, event: EventOf<'do_not_disturb'>, ownId: number): State {
  const { id: _id, type: _type, user_id: userId, ...ofPerson } = event;
  if (userId !== ownId && !mayBeQuiet(ofPerson)) return withoutDoNotDisturb(state, userId);
  return withSection(state, 'do_not_disturb', (people) => ({ ...people, [userId]: ofPerson }));
}

/** The state without a person who was deactivated or can no longer be seen. */
export function withoutDoNotDisturb(state: State, userId: number): State {
  return withSection(state, 'do_not_disturb', (people) => {
    const { [userId]: removedState, ...others } = people;
    return removedState === undefined ? people : others;
  });
}

/** The state after a person changed their time zone, in which their quiet hours are. */
export function withTimeZone(state: State, userId: number, timezone: string): State {
  return withSection(state, 'do_not_disturb', (people) => {
    const ofPerson = people[userId];
    return ofPerson ? { ...people, [userId]: { ...ofPerson, timezone: timezone || 'UTC' } } : people;
  });
}
