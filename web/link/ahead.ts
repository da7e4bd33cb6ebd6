// Changes of a message that show at once, before the server has them.

import type { ApiEvent } from '../../client/event-stream.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';

/** A change of something that is or is not: starred, reacted to, voted for. */
export interface Change {
  /** What is changed: of the same thing one call is under way at a time. */
  readonly name: string;
  /** What it is to be; it was the other thing until now. */
  readonly isOn: boolean;
  /** What the server will tell of it. */
  readonly event: (isOn: boolean) => ApiEvent;
  readonly call: (isOn: boolean) => Promise<unknown>;
}

interface UnderWay {
  /** What it is to be by what was pressed last. */
  isOn: boolean;
  done: Promise<void>;
}

const allUnderWay = new WeakMap<Organization, Map<string, UnderWay>>();

/**
 * Shows a change, and asks for it; what is pressed meanwhile is asked for after that, where it is something else by then. What is
 * refused is said, and shown as it was.
 */
export function changeAhead(organization: Organization, change: Change): Promise<void> {
  const { name, isOn } = change;
  const all = allUnderWay.get(organization) ?? new Map<string, UnderWay>();
  allUnderWay.set(organization, all);
  const present = all.get(name);
  const wanted = present ?? { isOn, done: Promise.resolve() };
  wanted.isOn = isOn;
  show(organization, change, isOn);
  if (present) return present.done;
  all.set(name, wanted);
  wanted.done = ask(organization, change, wanted).finally(() => all.delete(name));
  return wanted.done;
}

function show(organization: Organization, { event }: Change, isOn: boolean): void {
  organization.take({ kind: 'event', event: event(isOn) });
}

/** Asks until the server has what is wanted, or refuses. */
async function ask(organization: Organization, change: Change, wanted: UnderWay): Promise<void> {
  const settled = organization.messages.store.showAhead(() => change.event(wanted.isOn));
  let isOn = !change.isOn;
  try {
    while (isOn !== wanted.isOn) {
      const asked = wanted.isOn;
      if ((await attempt(change.call(asked))) !== undefined) isOn = asked;
      else {
        if (wanted.isOn !== isOn) show(organization, change, isOn);
        wanted.isOn = isOn;
      }
    }
  } finally {
    settled();
  }
}
