// Hooks for the calls of the page: a component renders again when they change.

import { useEffect, useReducer, useState } from 'preact/hooks';
import { useOrganization } from '../hooks/use-organization.ts';
import type { CallSession } from './call-session.ts';
import { type Calls, callsOf } from './calls.ts';

function useChanges(source: { onChange(listener: () => void): () => void }): void {
  const [, render] = useReducer((count: number, _turn: undefined) => count + 1, 0);
  useEffect(() => source.onChange(() => render(undefined)), [source]);
}

export function useCalls(): Calls {
  const calls = callsOf(useOrganization());
  useChanges(calls);
  return calls;
}

/** Renders again when the call of this device changes. */
export function useSession(session: CallSession): void {
  useChanges(session);
}

/** A number that is read several times a second while the page is visible, such as how loud someone is. */
export function useOften<T>(read: () => T, isSame: (a: T, b: T) => boolean = Object.is): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    let last = read();
    const timer = setInterval(() => {
      if (document.hidden) return;
      const next = read();
      if (isSame(last, next)) return;
      last = next;
      setValue(next);
    }, OFTEN_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  return value;
}

const OFTEN_MILLISECONDS = 200;
