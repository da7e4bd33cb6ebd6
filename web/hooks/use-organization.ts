// Hooks for the organization: a component selects a part of the state and renders again when that part
// changes.

import { createContext } from 'preact';
import { useContext, useEffect, useReducer, useRef } from 'preact/hooks';
import type { ApiEvent, EventOf } from '../../client/event-stream.ts';
import type { State } from '../../client/state/state.ts';
import type { Organization } from '../data/organization.ts';

export const OrganizationContext = createContext<Organization | undefined>(undefined);

export function useOrganization(): Organization {
  const organization = useContext(OrganizationContext);
  if (!organization) throw new Error('there is no organization around this component');
  return organization;
}

/** A value read again after each notification; renders when it has changed. */
export function useSubscribed<T>(
  listen: (listener: () => void) => () => void,
  read: () => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  const value = read();
  const latest = useRef({ value, read, isSame });
  latest.current = { value, read, isSame };
  useEffect(() => {
    const check = () => {
      const rendered = latest.current;
      if (!rendered.isSame(rendered.value, rendered.read())) render(undefined);
    };
    // The state may have changed between rendering and subscribing.
    check();
    return listen(check);
  }, [listen]);
  return value;
}

/**
 * A part of the state. Pass `isSame` if the selector returns a new object each time.
 *
 * @example
 * const people = useOrganizationState((state) => state.realm_users);
 */
export function useOrganizationState<T>(
  select: (state: State) => T,
  isSame: (a: T, b: T) => boolean = Object.is,
): T {
  const organization = useOrganization();
  const listen = useRef((listener: () => void) => organization.onChange(listener));
  return useSubscribed(listen.current, () => select(organization.state), isSame);
}

/** Calls the listener with each event of a type while the component is mounted. */
export function useOrganizationEvent<T extends ApiEvent['type']>(
  type: T,
  listener: (event: EventOf<T>) => void,
): void {
  const organization = useOrganization();
  const current = useRef(listener);
  current.current = listener;
  useEffect(() => organization.on(type, (event) => current.current(event)), [organization, type]);
}
