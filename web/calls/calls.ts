// The calls of this page: the one that this device is in, how it is shown, and those that ring. One object per page.

import type { Organization } from '../data/organization.ts';
import { Emitter } from '../lib/emitter.ts';
import type { LiveCall } from '../store/calls.ts';
import type { CallSession } from './call-session.ts';

/** Someone calls this person. */
export interface Ring {
  readonly callId: number;
  /** The call as it was then: the page does not know those of channels to which the person is not subscribed. */
  readonly call: LiveCall;
  readonly callerId: number;
  /** When it stops, in seconds since 1970. */
  readonly until: number;
}

export class Calls {
  readonly organization: Organization;
  readonly #changes = new Emitter<'change'>();
  #current: CallSession | undefined;
  #isLarge = false;
  #rings: readonly Ring[] = [];

  constructor(organization: Organization) {
    this.organization = organization;
  }

  get current(): CallSession | undefined {
    return this.#current;
  }

  set current(session: CallSession | undefined) {
    this.#current = session;
    if (!session) this.#isLarge = false;
    this.#changes.emit('change');
  }

  /** Whether the call fills the window. */
  get isLarge(): boolean {
    return this.#isLarge;
  }

  set isLarge(isLarge: boolean) {
    this.#isLarge = isLarge;
    this.#changes.emit('change');
  }

  get rings(): readonly Ring[] {
    return this.#rings;
  }

  set rings(rings: readonly Ring[]) {
    this.#rings = rings;
    this.#changes.emit('change');
  }

  onChange(listener: () => void): () => void {
    return this.#changes.listen('change', listener);
  }
}

const ofOrganization = new WeakMap<Organization, Calls>();

export function callsOf(organization: Organization): Calls {
  const calls = ofOrganization.get(organization) ?? new Calls(organization);
  ofOrganization.set(organization, calls);
  return calls;
}
