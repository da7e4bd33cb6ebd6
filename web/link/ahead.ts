// Changes of a message that show at once, before the server has them.

import type { ApiEvent } from '../../client/event-stream.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';

export interface Change {
  /** What is changed: of the same thing one change is under way at a time. */
  readonly name: string;
  /** What the server will tell of it. */
  readonly event: ApiEvent;
  /** What takes that back. */
  readonly back: ApiEvent;
  readonly call: () => Promise<unknown>;
}

const underWay = new WeakMap<Organization, Set<string>>();

/** Shows a change, and asks for it. What is refused is said, and shown as it was. */
export async function changeAhead(organization: Organization, change: Change): Promise<void> {
  const { name, event, back, call } = change;
  const names = underWay.get(organization) ?? new Set();
  underWay.set(organization, names);
  if (names.has(name)) return;
  names.add(name);
  const settled = organization.messages.store.showAhead(() => event);
  organization.take({ kind: 'event', event });
  try {
    if ((await attempt(call())) === undefined) organization.take({ kind: 'event', event: back });
  } finally {
    settled();
    names.delete(name);
  }
}
