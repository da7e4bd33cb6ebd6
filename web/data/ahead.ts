// Changes of a message that show at once, before the server has them.

import type { ApiEvent } from '../../client/event-stream.ts';
import { sayProblem } from '../components/status-line.tsx';
import { t } from '../i18n/words.ts';
import { isEqual } from '../lib/equal.ts';
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
  if (organization.connection === 'interrupted') {
    sayProblem(t('parts.needsServer'));
    return Promise.resolve();
  }
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

/** Asks until the server has what is wanted, or refuses. An answer may be lost after the server has told of what it did. */
async function ask(organization: Organization, change: Change, wanted: UnderWay): Promise<void> {
  const settled = organization.messages.store.showAhead(() => change.event(wanted.isOn));
  let isOn = !change.isOn;
  let asked = wanted.isOn;
  const stop = organization.on(change.event(asked).type, (event) => {
    if (tellsOf(event, change.event(asked))) isOn = asked;
  });
  try {
    while (isOn !== wanted.isOn) {
      asked = wanted.isOn;
      if ((await attempt(change.call(asked))) !== undefined) isOn = asked;
      else if (isOn !== asked) {
        if (wanted.isOn !== isOn) show(organization, change, isOn);
        wanted.isOn = isOn;
      }
    }
  } finally {
    stop();
    settled();
  }
}

/** Whether an event is the server's word for what was shown ahead of it. */
function tellsOf(event: ApiEvent, ahead: ApiEvent): boolean {
  if (event.id === ahead.id) return false;
  const ofTheServer: ReadonlySet<string> = new Set(['id', 'submessage_id']);
  const said = event as Readonly<Record<string, unknown>>;
  return Object.entries(ahead).every(([name, value]) => ofTheServer.has(name) || isEqual(said[name], value));
}
