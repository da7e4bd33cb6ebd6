// Optimistic changes of a message: shown at once, before the server has confirmed them.

import type { ApiEvent } from '../../client/event-stream.ts';
import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import { isEqual } from '../lib/equal.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';

/** An on/off change: starred, reacted to, voted for. */
export interface OptimisticChange {
  /** Names what is changed. Only one call per name runs at a time. */
  readonly name: string;
  /** The new value; the value before was the opposite. */
  readonly isOn: boolean;
  /** The event that the server will send for it. */
  readonly event: (isOn: boolean) => ApiEvent;
  readonly call: (isOn: boolean) => Promise<unknown>;
}

interface InProgress {
  /** The value chosen last. */
  isOn: boolean;
  done: Promise<void>;
}

const changesInProgress = new WeakMap<Organization, Map<string, InProgress>>();

/**
 * Shows a change and calls the server. Changes made while that call runs are sent after it, if the value still
 * differs. A refused change is reported and reverted.
 */
export function changeOptimistically(organization: Organization, change: OptimisticChange): Promise<void> {
  const { name, isOn } = change;
  if (organization.connection === 'interrupted') {
    showError(t('common.needsServer'));
    return Promise.resolve();
  }
  const all = changesInProgress.get(organization) ?? new Map<string, InProgress>();
  changesInProgress.set(organization, all);
  const running = all.get(name);
  const current = running ?? { isOn, done: Promise.resolve() };
  current.isOn = isOn;
  show(organization, change, isOn);
  if (running) return running.done;
  all.set(name, current);
  current.done = send(organization, change, current).finally(() => all.delete(name));
  return current.done;
}

function show(organization: Organization, { event }: OptimisticChange, isOn: boolean): void {
  organization.apply({ kind: 'event', event: event(isOn) });
}

/** Calls until the server has the chosen value, or refuses. The event may arrive although the answer was lost. */
async function send(organization: Organization, change: OptimisticChange, target: InProgress): Promise<void> {
  const settled = organization.messages.store.addOptimistic(() => change.event(target.isOn));
  let isOn = !change.isOn;
  let sentState = target.isOn;
  const stop = organization.on(change.event(sentState).type, (event) => {
    if (confirms(event, change.event(sentState))) isOn = sentState;
  });
  try {
    while (isOn !== target.isOn) {
      sentState = target.isOn;
      if ((await attempt(change.call(sentState))) !== undefined) isOn = sentState;
      else if (isOn !== sentState) {
        if (target.isOn !== isOn) show(organization, change, isOn);
        target.isOn = isOn;
      }
    }
  } finally {
    stop();
    settled();
  }
}

/** Whether an event is the server's confirmation of an optimistic one. */
function confirms(event: ApiEvent, optimistic: ApiEvent): boolean {
  if (event.id === optimistic.id) return false;
  const serverFields: ReadonlySet<string> = new Set(['id', 'submessage_id', 'user']);
  const fields: Readonly<Record<string, unknown>> = event;
  return Object.entries(optimistic).every(
    ([name, value]) => serverFields.has(name) || isEqual(fields[name], value),
  );
}
