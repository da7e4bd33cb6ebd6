// Connects keys to actions: mounted screens register handlers, the most recent one is called first, and the
// app calls `performAction` when a key is pressed.

import { createContext, type RefObject } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { Action } from '../lib/keys.ts';

/** Returns `false` if the action does not apply at the moment, so that the next handler is called. */
export type Handler = () => unknown;

const handlers = new Map<Action, Handler[]>();

/** Registers a handler. Returns a function that removes it. */
function onAction(action: Action, handler: Handler): () => void {
  handlers.set(action, [handler, ...(handlers.get(action) ?? [])]);
  return () => {
    const others = (handlers.get(action) ?? []).filter((one) => one !== handler);
    handlers.set(action, others);
  };
}

/** Performs an action; false if no handler applies. */
export function performAction(action: Action): boolean {
  return (handlers.get(action) ?? []).some((handler) => handler() !== false);
}

/** An element outside of which the keys of the components in it mean nothing; without it, they mean the same everywhere. */
export const KeyScope = createContext<RefObject<Element | null> | undefined>(undefined);

/** Registers handlers while a component is mounted. */
export function useKeys(actions: { readonly [A in Action]?: Handler }): void {
  const latest = useRef(actions);
  latest.current = actions;
  const scope = useContext(KeyScope);
  const isOutside = () => scope?.current?.contains(document.activeElement) === false;
  // A layout effect, so that keys work as soon as the component is visible.
  useLayoutEffect(() => {
    const names = Object.keys(latest.current) as Action[];
    const stops = names.map((name) => onAction(name, () => !isOutside() && latest.current[name]?.()));
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
