// Hooks for the calls of the page: a component renders again when they change.

import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { useOrganization } from '../hooks/use-organization.ts';
import { isUnseen } from './apart.ts';
import type { CallSession } from './call-session.ts';
import { type Calls, callsOf } from './calls.ts';

function useChanges(source: { onChange(listener: () => void): () => void }): void {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  // A later effect would miss what changes between rendering and subscribing, such as that this device has joined.
  useLayoutEffect(() => source.onChange(() => render(undefined)), [source]);
}

export function useCalls(): Calls {
  const calls = callsOf(useOrganization());
  useChanges(calls);
  return calls;
}

const unchanging = { onChange: () => () => undefined };

/** The call of this device; renders again when it changes. */
export function useCurrentCall(): CallSession | undefined {
  const { current } = useCalls();
  useChanges(current ?? unchanging);
  return current;
}

/** Renders again when the call of this device changes. */
export function useSession(session: CallSession): void {
  useChanges(session);
}

/** A value that is read several times a second while the call can be seen, such as how loud someone is. */
export function useOften<T extends string | boolean>(read: () => T): T {
  const [value, setValue] = useState<T>(read);
  // What it reads may change with each rendering.
  const newest = useRef(read);
  newest.current = read;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isUnseen()) setValue(newest.current());
    }, OFTEN_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  return value;
}

const OFTEN_MILLISECONDS = 200;
